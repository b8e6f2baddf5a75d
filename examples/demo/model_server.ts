/**
 * A small model service for the demo: it speaks the OpenAI protocol over HTTP as a real one does, streaming, but what it says follows
 * two rules: asked for a sum it calls the tool for that, and given a tool's result it puts that in a sentence.
 * @module
 */

/** One message as it travels. */
interface Message {
  role: string;
  content?: string | null;
}

/** What a client asks. */
interface ChatRequest {
  model: string;
  messages: Message[];
  tools?: { function: { name: string } }[];
}

/** A running service. */
export interface ModelServer {
  /** What a provider's `base_url` is to be. */
  readonly baseUrl: string;
  /** Stops it. */
  close(): Promise<void>;
}

/** The pause between two pieces of a reply, in ms: slow enough to be seen. */
const PACE_MS = 60;

/** The tool that adds, by its name on the demo's tool server. */
const ADDING_TOOL = "get-sum";

/** Starts the service on a free port of this machine. */
export function startModelServer(): ModelServer {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answer);
  return { baseUrl: `http://127.0.0.1:${server.addr.port}/v1`, close: () => server.shutdown() };
}

async function answer(request: Request): Promise<Response> {
  if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/chat/completions") {
    return Response.json({ error: { message: "this service only has POST /v1/chat/completions" } }, { status: 404 });
  }
  const asked: ChatRequest = await request.json();
  const deltas = replyTo(asked);
  return new Response(eventStream(asked.model, deltas), { headers: { "content-type": "text/event-stream" } });
}

/** The reply as the deltas of a stream. */
function replyTo({ messages, tools = [] }: ChatRequest): Record<string, unknown>[] {
  const last = messages.at(-1);
  if (last?.role === "tool") return spoken(`I asked the tool, and it says: ${last.content}`);
  const [a, b] = (last?.content ?? "").match(/-?\d+/g) ?? [];
  if (a === undefined || b === undefined || !tools.some((tool) => tool.function.name === ADDING_TOOL)) {
    return spoken("I can only add two numbers, with a tool.");
  }
  // The arguments come in two pieces, as from real services.
  return [
    {
      role: "assistant",
      tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: ADDING_TOOL, arguments: "" } }],
    },
    { tool_calls: [{ index: 0, function: { arguments: `{"a":${a},` } }] },
    { tool_calls: [{ index: 0, function: { arguments: `"b":${b}}` } }] },
  ];
}

/** A sentence in pieces of two words. */
function spoken(sentence: string): Record<string, unknown>[] {
  return (sentence.match(/\S+\s*(?:\S+\s*)?/g) ?? []).map((content) => ({ content }));
}

function eventStream(model: string, deltas: Record<string, unknown>[]): ReadableStream<Uint8Array> {
  const id = `chatcmpl-${crypto.randomUUID()}`;
  const finish = deltas.some((delta) => "tool_calls" in delta) ? "tool_calls" : "stop";
  const chunks = [...deltas.map((delta) => ({ delta, finish_reason: null })), { delta: {}, finish_reason: finish }];
  return ReadableStream.from(lines(chunks.map((choice) => {
    const created = Math.floor(Date.now() / 1000);
    return JSON.stringify({ id, object: "chat.completion.chunk", created, model, choices: [{ index: 0, ...choice }] });
  }))).pipeThrough(new TextEncoderStream());
}

async function* lines(chunks: string[]): AsyncGenerator<string> {
  for (const chunk of chunks) {
    yield `data: ${chunk}\n\n`;
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  yield "data: [DONE]\n\n";
}
