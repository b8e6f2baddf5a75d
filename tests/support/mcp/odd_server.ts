/**
 * An MCP server (revision 2025-11-25) over stdio that does what a good one never does. It reads and writes JSON-RPC lines itself, so
 * that the client's own package is tested against bytes that no server package would send.
 *
 * Arguments are traits: `banner`, `stderr`, `mute`, `ping-first`, `pages`, `same-cursor`, `empty-cursor`, `bare`. The tool `die` and
 * the others are below. `STATE_FILE` keeps the followed resource's version over restarts.
 */

type Message = { id?: number | string; method?: string; params?: Record<string, unknown>; result?: unknown; error?: unknown };
type Content = { content: unknown[]; isError?: boolean; structuredContent?: unknown };

const traits = new Set(Deno.args);
const stateFile = Deno.env.get("STATE_FILE");
const received: Message[] = [];
const extraTools: string[] = [];
const answers = new Map<number | string, (message: Message) => void>();
let nextId = 1_000;

function write(message: object): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

function writeText(target: typeof Deno.stdout | typeof Deno.stderr, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += target.writeSync(bytes.subarray(at));
}

function ask(method: string, params: Record<string, unknown>): Promise<Message> {
  const id = nextId++;
  return new Promise((resolve) => {
    answers.set(id, resolve);
    write({ id, method, params });
  });
}

function version(): number {
  try {
    return Number(Deno.readTextFileSync(stateFile ?? ""));
  } catch {
    return 1;
  }
}

function touch(): void {
  if (stateFile !== undefined) Deno.writeTextFileSync(stateFile, String(version() + 1));
}

function text(value: string): Content {
  return { content: [{ type: "text", text: value }] };
}

const schema = { type: "object", properties: {} };

const tools: Record<
  string,
  (args: Record<string, unknown>, id: number | string, meta: Record<string, unknown>) => Content | Promise<Content> | undefined
> = {
  echo: (args) => text(JSON.stringify(args)),
  noArguments: () => text(JSON.stringify("arguments" in (received.at(-1)?.params ?? {}))),
  environment: () => text(JSON.stringify(Deno.env.toObject())),
  folder: () => text(Deno.cwd()),
  received: () => text(JSON.stringify(received)),
  pid: () => text(String(Deno.pid)),
  die: () => Deno.exit(3),
  hang: () => undefined,
  big: () => text("x".repeat(5 * 1024 * 1024)),
  huge: () => text("x".repeat(33 * 1024 * 1024)),
  failing: () => ({ content: [{ type: "text", text: "no such table" }], isError: true }),
  unstructured: () => text("plain"),
  structuredOnly: () => ({ content: [], structuredContent: { b: 1, a: [2] } }),
  kinds: () => ({
    content: [
      { type: "text", text: "first" },
      { type: "resource", resource: { uri: "mem://a", mimeType: "text/plain", text: "embedded" } },
      { type: "resource", resource: { uri: "mem://b", mimeType: "application/zip", blob: "AAECAw==" } },
      { type: "resource_link", uri: "mem://c", name: "see", mimeType: "text/csv", size: 12 },
      { type: "image", mimeType: "image/png", data: "AAEC" },
      { type: "audio", mimeType: "audio/wav", data: "AAECAwQ=" },
      { type: "hologram", depth: 3 },
    ],
  }),
  slow: async (args, _id, meta) => {
    for (let step = 0; step < Number(args["steps"]); step++) {
      await new Promise((resolve) => setTimeout(resolve, Number(args["every_ms"])));
      if (args["silent"] !== true) {
        write({ method: "notifications/progress", params: { progressToken: meta["progressToken"], progress: step } });
      }
    }
    return text("done");
  },
  grow: () => {
    extraTools.push("grown");
    tools["grown"] = () => text("I am new");
    for (let count = 0; count < 20; count++) write({ method: "notifications/tools/list_changed" });
    for (let count = 0; count < 20; count++) write({ method: "notifications/resources/list_changed" });
    return text("grew");
  },
  touch: (args) => {
    touch();
    for (let count = 0; count < Number(args["times"] ?? 1); count++) {
      write({ method: "notifications/resources/updated", params: { uri: "mem://state" } });
    }
    return text(String(version()));
  },
  touchAndDie: () => {
    touch();
    Deno.exit(1);
  },
  askClient: async () => {
    const roots = await ask("roots/list", {});
    const sampling = await ask("sampling/createMessage", { messages: [], maxTokens: 1 });
    const elicitation = await ask("elicitation/create", { message: "?", requestedSchema: schema });
    return text(JSON.stringify({ roots: roots.result, sampling: sampling.error, elicitation: elicitation.result }));
  },
  leak: () => {
    writeText(Deno.stderr, `using token ${Deno.env.get("TOKEN")}\n`);
    write({ method: "notifications/message", params: { level: "info", data: `again ${Deno.env.get("TOKEN")}` } });
    throw new Error(`refused: ${Deno.env.get("TOKEN")}`);
  },
};

const outputSchemas: Record<string, unknown> = {
  failing: { type: "object", properties: { rows: { type: "number" } }, required: ["rows"] },
  unstructured: { $schema: "https://example.org/an-unknown-dialect", type: "object" },
};

function tool(name: string): object {
  return {
    name,
    description: `does ${name}`,
    inputSchema: schema,
    ...(name in outputSchemas ? { outputSchema: outputSchemas[name] } : {}),
  };
}

function listTools(cursor: unknown): object {
  if (traits.has("pages")) {
    const page = cursor === undefined ? 1 : Number(cursor);
    return { tools: [tool(`page${page}`)], ...(page < 3 ? { nextCursor: String(page + 1) } : {}) };
  }
  if (traits.has("same-cursor")) return { tools: [tool("only")], nextCursor: "again" };
  if (traits.has("empty-cursor")) {
    return cursor === undefined ? { tools: [tool("one")], nextCursor: "" } : { tools: [tool("two")] };
  }
  return { tools: [...Object.keys(tools).map(tool), { description: "has no name" }] };
}

async function answer(message: Message): Promise<object | undefined> {
  const params = message.params ?? {};
  switch (message.method) {
    case "initialize": {
      if (traits.has("mute")) return undefined;
      if (traits.has("ping-first")) await ask("ping", {});
      const capabilities = traits.has("bare") ? {} : { tools: {}, resources: { subscribe: true } };
      return { protocolVersion: params["protocolVersion"], capabilities, serverInfo: { name: "odd", version: "1" } };
    }
    case "tools/list":
      if (traits.has("bare")) break;
      return listTools(params["cursor"]);
    case "tools/call": {
      const act = tools[String(params["name"])];
      if (act === undefined) throw new Error(`unknown tool ${params["name"]}`);
      const meta = (params["_meta"] ?? {}) as Record<string, unknown>;
      return await act((params["arguments"] ?? {}) as Record<string, unknown>, message.id ?? 0, meta);
    }
    case "resources/list":
      return {
        resources: [
          { uri: "mem://state", name: "state", size: 1 },
          ...extraTools.map((name) => ({ uri: `mem://${name}`, name })),
        ],
      };
    case "resources/templates/list":
      return { resourceTemplates: [{ uriTemplate: "mem://{name}", name: "any", mimeType: "text/plain" }] };
    case "resources/read":
      if (params["uri"] !== "mem://state") throw new Error("no such resource");
      return { contents: [{ uri: "mem://state", text: `v${version()}` }, { uri: "mem://state#raw", blob: "AAEC" }] };
    case "resources/subscribe":
    case "resources/unsubscribe":
      return {};
  }
  throw Object.assign(new Error("Method not found"), { code: -32601 });
}

async function handle(message: Message): Promise<void> {
  received.push(message);
  if (message.method === undefined) return answers.get(message.id ?? 0)?.(message);
  if (message.id === undefined) return;
  try {
    const result = await answer(message);
    if (result !== undefined) write({ id: message.id, result });
  } catch (error) {
    const { code = -32_000, message: reason } = error as Error & { code?: number };
    write({ id: message.id, error: { code, message: reason } });
  }
}

if (traits.has("banner")) writeText(Deno.stdout, "npm notice a new version is there\n[1,2]\n{not json\n");
if (traits.has("stderr")) writeText(Deno.stderr, `${"e".repeat(255)}\n`.repeat(1_024));

let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) handle(JSON.parse(line));
}
Deno.exit(0);
