/**
 * The demo: starts a model service on this machine and runs the agent of `omw.toml` against it, with a tool server as published.
 * Needs no key; the network only to fetch packages that are not cached yet.
 * @module
 */

import { startModelServer } from "./model_server.ts";

const folder = new URL(".", import.meta.url).pathname;
const model = startModelServer();
try {
  const omw = new Deno.Command(`${folder}../../bin/omw`, {
    args: ["run", "--config", `${folder}omw.toml`, ...Deno.args],
    env: { OMW__PROVIDERS__MODEL__BASE_URL: model.baseUrl },
    stdin: "null",
  }).spawn();
  Deno.exitCode = (await omw.status).code;
} finally {
  await model.close();
}
