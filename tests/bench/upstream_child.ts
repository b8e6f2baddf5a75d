/** An OpenAI-compatible server that streams `Deno.args[0]` deltas as fast as they are read. */

const count = Number(Deno.args[0]);
const encoder = new TextEncoder();

const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => Deno.stdout.writeSync(encoder.encode(`http://127.0.0.1:${port}/v1\n`)),
}, (request) => {
  if (request.url.endsWith("/models")) return Response.json({ data: [{ id: "m" }] });
  let i = 0;
  const body = new ReadableStream({
    pull(controller) {
      let text = "";
      // As many as a server that writes now and then puts into one write.
      for (const end = Math.min(count, i + 64); i < end; i++) {
        text += `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"token ${i} "}}]}\n\n`;
      }
      if (i === count) text += `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
      controller.enqueue(encoder.encode(text));
      if (i === count) controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
});
await server.finished;
