import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { freePort } from "../support/free_port.ts";
import { root } from "../support/source_files.ts";
import { missing, run, testWhere } from "./support/command.ts";

const noShell = Deno.build.os === "linux" ? missing("busybox") : "there is no /proc/net/tcp";

/** Runs the health check as the container does, in busybox's shell with its programs. */
function check(port: string) {
  const script = join(root, "assets/healthcheck.sh");
  return run("busybox", ["sh", script], new Map([["OMW_HEALTHCHECK_PORT", port]]));
}

/** Serves on a port of its own what the handler answers. */
function serve(hostname: string, handler: (request: Request) => Response | Promise<Response>) {
  return Deno.serve({ hostname, port: 0, onListen: () => {} }, handler);
}

testWhere(noShell, "an endpoint that answers is healthy, on whatever address it listens", async () => {
  for (const hostname of ["127.0.0.1", "0.0.0.0", "::"]) {
    const asked: string[] = [];
    await using server = serve(hostname, (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return Response.json({ status: "ok" });
    });
    deepStrictEqual(await check(String(server.addr.port)), { code: 0, stdout: "", stderr: "" });
    deepStrictEqual(asked, ["GET /healthz"]);
  }
});

testWhere(noShell, "omw without an endpoint is healthy", async () => {
  deepStrictEqual(await check(String(freePort())), { code: 0, stdout: "", stderr: "" });
});

testWhere(noShell, "a connection to a port of the same number elsewhere is no endpoint", async () => {
  await using server = serve("127.0.0.1", () => new Response());
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  const { port } = connection.localAddr as Deno.NetAddr;
  deepStrictEqual(await check(String(port)), { code: 0, stdout: "", stderr: "" });
});

testWhere(noShell, "an endpoint that answers with a fault is not healthy", async () => {
  await using server = serve("127.0.0.1", () => new Response("", { status: 500 }));
  const { code, stderr } = await check(String(server.addr.port));
  strictEqual(code, 1);
  match(stderr, new RegExp(`port ${server.addr.port} listens, but /healthz does not answer`));
});

testWhere(noShell, "an endpoint that does not answer in time is not healthy", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { code, stderr } = await check(String(silent.addr.port));
  strictEqual(code, 1);
  match(stderr, /does not answer/);
});

testWhere(noShell, "a port that is none is told", async () => {
  // Empty is unset: the default, where something may listen or not.
  doesNotMatch((await check("")).stderr, /OMW_HEALTHCHECK_PORT is/);
  for (const port of ["http", "8080 "]) {
    const { code, stderr } = await check(port);
    strictEqual(code, 1);
    match(stderr, /OMW_HEALTHCHECK_PORT is "/);
  }
});
