/**
 * The calibration of the endpoint rows: a bare `Deno.serve` that parses a request and answers as OpenAI's objects look. A streamed reply is
 * of as many deltas as the message asks for, enqueued one by one as soon as they are wanted.
 *
 * With the path of `raw_child.ts` as argument the text of an answer goes through the pipes of such a child and back: what a brain in a process
 * of its own costs on this machine before anything else is done for it.
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

/** Gives a text through the child and back; without a child at once. */
const echo = Deno.args[0] === undefined ? (text: string) => Promise.resolve(text) : throughChild(Deno.args[0]);

function throughChild(path: string): (text: string) => Promise<string> {
  const args = ["run", "--no-config", "--no-lock", path, "echo"];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  (async () => {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const { id, text } = JSON.parse(line);
        waiting.get(id)!(text);
        waiting.delete(id);
      }
    }
  })();
  return (text) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      writer.write(encoder.encode(`${JSON.stringify({ id: last, text })}\n`));
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
    choices: [{ finish_reason: "stop", index: 0, message: { content: await echo(content), role: "assistant" } }],
    created: 1,
    id: "c",
    model: "m",
    object: "chat.completion",
  });
});
