import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { HostRules, mayNameMean, parseHostRule, plainAddress } from "./broker_hosts.ts";

Deno.test("parseHostRule() reads names, addresses and networks, with and without a port", () => {
  const cases: [string, object][] = [
    ["Example.ORG", { name: "example.org" }],
    ["example.org.:443", { name: "example.org", port: 443 }],
    ["my_host", { name: "my_host" }],
    ["10.0.0.1", { net: { ip: "10.0.0.1" } }],
    ["10.0.0.1:8080", { net: { ip: "10.0.0.1" }, port: 8080 }],
    ["10.0.0.0/8", { net: { ip: "10.0.0.0", prefix: 8 } }],
    ["10.0.0.0/8:80", { net: { ip: "10.0.0.0", prefix: 8 }, port: 80 }],
    ["::1", { net: { ip: "::1" } }],
    ["[0:0::1]:80", { net: { ip: "::1" }, port: 80 }],
    ["fd00::/8", { net: { ip: "fd00::", prefix: 8 } }],
    ["[fd00::]/8:80", { net: { ip: "fd00::", prefix: 8 }, port: 80 }],
  ];
  for (const [text, wanted] of cases) deepStrictEqual(parseHostRule(text), { text, ...wanted });
});

Deno.test("parseHostRule() names what is no host", () => {
  const bad = [
    "",
    " ",
    "http://a.b",
    "a b",
    "a:0",
    "a:65536",
    "a:b",
    "10.0.0.0/33",
    "::/129",
    "example.org/8",
    "1.2.3",
    "0x7f000001",
    "[a]",
    "*.example.org",
    "a/b",
    "fe80::1%eth0",
  ];
  for (const text of bad) {
    throws(() => parseHostRule(text), (error: Error) => error.message.startsWith(JSON.stringify(text)), text);
  }
});

Deno.test("plainAddress() knows one address in all its spellings", () => {
  for (const text of ["127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:7f00:0001"]) {
    strictEqual(plainAddress(text), "127.0.0.1", text);
  }
  strictEqual(plainAddress("2001:DB8:0:0::1"), "2001:db8::1");
  for (const text of ["localhost", "127.1", "0x7f.0.0.1", "2130706433", "::1%lo"]) {
    strictEqual(plainAddress(text), undefined, text);
  }
});

Deno.test("HostRules allow what an entry covers, port and all", () => {
  const rules = new HostRules(["10.0.0.0/8:80", "192.168.1.1", "fd00::/8", "example.org:443"].map(parseHostRule));
  const cases: [string, number, boolean][] = [
    ["10.1.2.3", 80, true],
    ["10.1.2.3", 81, false],
    ["11.1.2.3", 80, false],
    ["192.168.1.1", 1, true],
    ["192.168.1.2", 1, false],
    ["fd12::1", 5, true],
    ["fe12::1", 5, false],
    ["127.0.0.1", 80, false],
  ];
  for (const [ip, port, wanted] of cases) strictEqual(rules.allowsAddress(ip, port), wanted, `${ip}:${port}`);
  deepStrictEqual([rules.allowsName("example.org", 443), rules.allowsName("example.org", 80)], [true, false]);
  strictEqual(rules.allowsName("sub.example.org", 443), false);
});

Deno.test("HostRules without entries allow nothing, and everything only when there is no list", () => {
  strictEqual(new HostRules([]).allowsAddress("127.0.0.1", 80), false);
  const all = new HostRules(undefined);
  deepStrictEqual([all.allowsAddress("127.0.0.1", 80), all.allowsName("any", 1)], [true, true]);
});

Deno.test("a name from outside cannot come to mean this machine or a cloud's secrets", () => {
  for (const ip of ["127.0.0.1", "0.0.0.0", "169.254.169.254", "::1", "fe80::1", "224.0.0.1"]) {
    strictEqual(mayNameMean("example.org", ip), false, ip);
  }
  strictEqual(mayNameMean("example.org", "93.184.216.34"), true);
  deepStrictEqual([mayNameMean("localhost", "127.0.0.1"), mayNameMean("app.localhost", "::1")], [true, true]);
});
