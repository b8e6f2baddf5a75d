/**
 * TLS with an authority of one's own.
 * @module
 */

import { match, strictEqual } from "node:assert/strict";
import { inFolder } from "../support/folder.ts";
import { isPossible, runCompiled } from "./run_compiled.ts";

const CONFIG = `[runtime.js]\nkind = "js"\n[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.js"\n`;
const SSE = `data: {"choices":[{"index":0,"delta":{"content":"secure"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;

/** Makes an authority and a certificate of it for `localhost`. */
const MAKE = `set -e
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj "/CN=omw test" -addext basicConstraints=critical,CA:TRUE
openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj "/CN=localhost"
printf 'subjectAltName=DNS:localhost' > extensions
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile extensions`;

/** Registers the tests. */
export function certificateTests(program: string): void {
  Deno.test("compiled: an authority of one's own counts by DENO_CERT, and the system's by DENO_TLS_CA_STORE", async () => {
    await inFolder(async (cwd) => {
      strictEqual(await isPossible(`cd "${cwd}" && (${MAKE})`), true, "openssl is needed");
      const [cert, key] = await Promise.all(["cert.pem", "key.pem"].map((name) => Deno.readTextFile(`${cwd}/${name}`)));
      await using server = Deno.serve(
        { port: 0, cert: cert!, key: key!, onListen() {} },
        () => new Response(SSE, { headers: { "content-type": "text/event-stream" } }),
      );
      const base = `https://localhost:${server.addr.port}/v1`;
      await Deno.writeTextFile(
        `${cwd}/omw.toml`,
        `${CONFIG}[providers.p]\nkind = "openai"\nbase_url = "${base}"\napi_key = "k"\n`,
      );
      const chat = `omw.provider.get("p").chat("m", [{ role: "user", content: "x" }], []).content`;
      await Deno.writeTextFile(`${cwd}/a.js`, chat);
      const run = (env: Record<string, string>) => runCompiled({ program, args: ["run"], cwd, env });
      match((await run({})).stderr, /TLS.*UnknownIssuer/);
      const ways: Record<string, string>[] = [
        { DENO_CERT: "ca.pem" },
        { DENO_TLS_CA_STORE: "system", SSL_CERT_FILE: `${cwd}/ca.pem` },
      ];
      for (const env of ways) {
        const { code, stderr } = await run(env);
        strictEqual(code, 0, stderr);
        match(stderr, /"result":"secure"/);
      }
      const missing = await run({ DENO_CERT: "/none/ca.pem" });
      strictEqual(missing.code, 1);
      match(missing.stderr, /trusted certificates are not in order.*DENO_CERT names .*\/none\/ca\.pem/);
    });
  });
}
