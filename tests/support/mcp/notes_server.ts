/**
 * An MCP server of the official package over stdio: one note as a resource, a tool that writes it, a tool that shouts.
 */

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const NOTE = "note://one";
let note = "before";

const textArgument = z.object({ text: z.string() });

serveStdio(() => {
  const server = new McpServer({ name: "notes", version: "1" }, {
    capabilities: { tools: {}, resources: { subscribe: true, listChanged: true } },
  });
  server.registerResource("one", NOTE, { title: "The note", mimeType: "text/plain" }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: note }],
  }));
  server.registerTool("shout", { description: "shouts", inputSchema: textArgument }, ({ text }) => ({
    content: [{ type: "text", text: text.toUpperCase() }],
  }));
  server.registerTool("write", { description: "writes the note", inputSchema: textArgument }, ({ text }) => {
    note = text;
    void server.server.sendResourceUpdated({ uri: NOTE });
    return { content: [{ type: "text", text: "written" }] };
  });
  return server;
}, { legacy: "reject" });
