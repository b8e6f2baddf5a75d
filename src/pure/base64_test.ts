import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { decodeBase64, encodeBase64 } from "./base64.ts";

Deno.test("encodeBase64() and decodeBase64() handle RFC 4648's vectors", () => {
  const vectors = { "": "", f: "Zg==", fo: "Zm8=", foo: "Zm9v", foob: "Zm9vYg==", fooba: "Zm9vYmE=", foobar: "Zm9vYmFy" };
  for (const [plain, encoded] of Object.entries(vectors)) {
    assert.equal(encodeBase64(new TextEncoder().encode(plain)), encoded);
    assert.equal(new TextDecoder().decode(decodeBase64(encoded)), plain);
  }
  assert.equal(encodeBase64(Uint8Array.of(0xfb, 0xef, 0xff)), "++//");
});

/** What the reference's decoder (the Rust crate base64 0.23) printed for each text. */
const FAULTS: Record<string, string> = {
  "!": "Invalid symbol 33, offset 0.",
  "Q": "Invalid input length: 1",
  "QQ": "Invalid padding",
  "QQ=": "Invalid padding",
  "QQQ": "Invalid padding",
  "QB==": "Invalid last symbol 0x42 ('B') at offset 1, decoded as 0b00000001.",
  "QR==": "Invalid last symbol 0x52 ('R') at offset 1, decoded as 0b00010001.",
  "QQR=": "Invalid last symbol 0x52 ('R') at offset 2, decoded as 0b00010001.",
  "QQQQQR==": "Invalid last symbol 0x52 ('R') at offset 5, decoded as 0b00010001.",
  "++/=": "Invalid last symbol 0x2f ('/') at offset 2, decoded as 0b00111111.",
  "=": "Invalid symbol 61, offset 0.",
  "==": "Invalid symbol 61, offset 0.",
  "====": "Invalid symbol 61, offset 0.",
  "Q===": "Invalid symbol 61, offset 1.",
  "Q=Q=": "Invalid symbol 61, offset 1.",
  "A=AA": "Invalid symbol 61, offset 1.",
  "QQ=Q": "Invalid symbol 61, offset 2.",
  "QQ==QQ==": "Invalid symbol 61, offset 2.",
  "QQ===": "Invalid symbol 61, offset 2.",
  "QQ====": "Invalid symbol 61, offset 2.",
  "QQQ=QQQQ": "Invalid symbol 61, offset 3.",
  "QQQ==": "Invalid symbol 61, offset 3.",
  "QQQQQ": "Invalid input length: 5",
  "QQQQ=": "Invalid symbol 61, offset 4.",
  "QQQQ==": "Invalid symbol 61, offset 4.",
  "QQQQ====": "Invalid symbol 61, offset 4.",
  "QQQQ=QQQ": "Invalid symbol 61, offset 4.",
  "AAAAA===": "Invalid symbol 61, offset 5.",
  "QQQQQ=!=": "Invalid symbol 61, offset 5.",
  "QQQQ!": "Invalid symbol 33, offset 4.",
  "QQQQQ!": "Invalid symbol 33, offset 5.",
  "QQQQQQ=": "Invalid padding",
  "AA!=": "Invalid symbol 33, offset 2.",
  "A!==": "Invalid symbol 33, offset 1.",
  "!===": "Invalid symbol 33, offset 0.",
  "Q-__": "Invalid symbol 45, offset 1.",
  "QQ QQ": "Invalid symbol 32, offset 2.",
  "QQ== ": "Invalid symbol 32, offset 4.",
  " QQ==": "Invalid symbol 32, offset 0.",
  "QQQQ\t": "Invalid symbol 9, offset 4.",
  "QQé=": "Invalid symbol 195, offset 2.",
  "éQQQ": "Invalid symbol 195, offset 0.",
  "QQQQé": "Invalid symbol 195, offset 4.",
};

Deno.test("decodeBase64() refuses what is not canonical, in the reference's words", () => {
  for (const [text, message] of Object.entries(FAULTS)) {
    assert.throws(() => decodeBase64(text), { name: "SyntaxError", message }, JSON.stringify(text));
  }
});

Deno.test("decodeBase64() refuses white space wherever it stands", () => {
  for (const space of [" ", "\t", "\n", "\f", "\r", "\r\n", "    "]) {
    for (let at = 0; at <= 8; at++) {
      const text = "QUJDREU=".slice(0, at) + space + "QUJDREU=".slice(at);
      // After a whole text, a single byte is told as stray; with more behind it the padding is no longer at the end.
      const fault = at === 8 && space.length > 1 ? [61, 7] : [space.charCodeAt(0), at];
      assert.throws(
        () => decodeBase64(text),
        { message: `Invalid symbol ${fault[0]}, offset ${fault[1]}.` },
        JSON.stringify(text),
      );
    }
  }
  assert.throws(() => decodeBase64("    "), { message: "Invalid symbol 32, offset 0." });
});

Deno.test("decodeBase64() accepts exactly what the encoder makes, for every text of four symbols of a small alphabet", () => {
  const symbols = ["A", "B", "g", "w", "/", "=", "-", " "];
  for (const a of symbols) {
    for (const b of symbols) {
      for (const c of symbols) {
        for (const d of symbols) {
          const text = a + b + c + d;
          const canonical = Buffer.from(text, "base64").toString("base64") === text;
          if (canonical) assert.equal(encodeBase64(decodeBase64(text)), text);
          else assert.throws(() => decodeBase64(text), { message: /^Invalid (symbol|last symbol|padding|input length)/ }, text);
        }
      }
    }
  }
});

Deno.test("encodeBase64() and decodeBase64() carry 16 MiB and find a fault at their end", () => {
  const bytes = new Uint8Array(16 * 1024 * 1024 + 1).map((_, index) => index * 31 ^ index >> 8);
  const text = encodeBase64(bytes);
  assert.equal(Buffer.compare(decodeBase64(text), bytes), 0);
  assert.throws(() => decodeBase64(text.slice(0, -1) + "!"), { message: `Invalid symbol 33, offset ${text.length - 1}.` });
});
