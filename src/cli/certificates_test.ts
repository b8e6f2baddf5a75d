import { match, strictEqual } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { certificateFault } from "./certificates.ts";

async function faultOf(env: Record<string, string>): Promise<string> {
  return await certificateFault((name) => env[name]) ?? "";
}

Deno.test("certificateFault() says nothing of variables that are unset, empty or in order", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/ca.pem`, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    strictEqual(await faultOf({}), "");
    strictEqual(await faultOf({ DENO_CERT: "" }), "");
    strictEqual(await faultOf({ DENO_CERT: `${folder}/ca.pem`, DENO_TLS_CA_STORE: "system,mozilla" }), "");
  });
});

Deno.test("certificateFault() names the variable, what it holds and what follows", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/key.pem`, "-----BEGIN PRIVATE KEY-----\n");
    match(
      await faultOf({ DENO_CERT: `${folder}/none.pem` }),
      /^DENO_CERT names ".*none\.pem", which cannot be read: .*os error 2/,
    );
    match(await faultOf({ DENO_CERT: `${folder}/key.pem` }), /^DENO_CERT names ".*key\.pem", which holds no certificate/);
    match(
      await faultOf({ DENO_TLS_CA_STORE: "system, mine" }),
      /^DENO_TLS_CA_STORE names the store "mine", wanted system or mozilla/,
    );
  });
});
