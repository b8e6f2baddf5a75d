/**
 * The calibration of the endpoint rows: a bare `Deno.serve` that parses a request and answers as OpenAI's objects look. A streamed reply is
 * of as many deltas as the message asks for, enqueued one by one as soon as they are wanted.
 * @module
 */

const encoder = new TextEncoder();

function frame(i: number): string {
  return `data: {"choices":[{"delta":{"content":"token ${i} "},"finish_reason":null,"index":0}],"created":1,"id":"c","model":"m","object":"chat.completion.chunk"}\n\n`;
}

function stream(count: number): ReadableStream<Uint8Array> {
  let i = 0;
  return new ReadableStream({
    pull(controller) {
      // Asked for none: the reply stays open, as a model's that thinks.
      if (count === 0) return new Promise(() => {});
      if (i < count) return controller.enqueue(encoder.encode(frame(i++)));
      controller.enqueue(encoder.encode("data: [DONE]\n\n"));
      controller.close();
    },
  });
}

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => Deno.stdout.writeSync(encoder.encode(`${port}\n`)),
}, async (request) => {
  const { stream: streamed, messages } = await request.json();
  const content: string = messages[0].content;
  if (streamed) return new Response(stream(Number(content)), { headers: { "content-type": "text/event-stream" } });
  return Response.json({
    choices: [{ finish_reason: "stop", index: 0, message: { content, role: "assistant" } }],
    created: 1,
    id: "c",
    model: "m",
    object: "chat.completion",
  });
});
