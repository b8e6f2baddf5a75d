/**
 * A server of the official package that speaks MCP 2026-07-28 only, over stdio (no argument) or streamable HTTP (`http`; prints its
 * port). It has one tool that touches a resource and one that adds a resource.
 */

import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

let version = 1;
const added: string[] = [];
let publish: { updated(uri: string): void; listChanged(): void };

function create(): McpServer {
  const server = new McpServer({ name: "modern", version: "1" }, {
    capabilities: { tools: {}, resources: { subscribe: true, listChanged: true } },
  });
  const read = (uri: URL) => ({ contents: [{ uri: uri.href, text: `v${version}` }] });
  for (const name of ["state", ...added]) server.registerResource(name, `mem://${name}`, {}, read);
  server.registerTool("touch", { description: "changes mem://state" }, () => {
    version++;
    publish.updated("mem://state");
    return { content: [{ type: "text", text: String(version) }] };
  });
  server.registerTool("add", { description: "adds a resource" }, () => {
    added.push("added");
    server.registerResource("added", "mem://added", {}, read);
    publish.listChanged();
    return { content: [{ type: "text", text: "added" }] };
  });
  server.registerTool("fail", { description: "fails" }, () => ({ content: [{ type: "text", text: "no" }], isError: true }));
  if (Deno.args[0] !== "http") {
    // The instance of the connection is the one that was made last.
    publish = {
      updated: (uri) => void server.server.sendResourceUpdated({ uri }),
      listChanged: () => server.sendResourceListChanged(),
    };
  }
  return server;
}

if (Deno.args[0] === "http") {
  const handler = createMcpHandler(create, { legacy: Deno.args[1] === "lenient" ? "stateless" : "reject" });
  publish = { updated: (uri) => handler.notify.resourceUpdated(uri), listChanged: () => handler.notify.resourcesChanged() };
  Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen: ({ port }) => void Deno.stdout.writeSync(new TextEncoder().encode(`port ${port}\n`)),
  }, (request) => handler.fetch(request));
} else {
  serveStdio(create, { legacy: "reject" });
}
