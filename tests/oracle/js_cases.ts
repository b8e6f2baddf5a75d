/**
 * The oracle's table of js scripts. A js script of ours runs on V8, the reference's on another engine: what is compared is the language
 * as far as brains see it, and the API.
 * @module
 */

import { type OracleCase, receiving, scripts } from "./oracle_case.ts";
import { eventOf, worldEvents } from "./world.ts";

const p = `const p = omw.provider.get("main");`;
const t = `const t = omw.tooling.get("box");`;
const h = `const h = omw.host;`;
const U = "11111111-1111-4111-8111-111111111111";

/** What a script's value becomes. */
const results = scripts(
  "undefined",
  "null",
  "40 + 2",
  "2.5",
  "NaN",
  "true",
  `""`,
  `"raw \\"text\\" 🦕"`,
  "[]",
  `[1, "two", null, undefined, true, { b: 2, a: 1 }]`,
  "({})",
  `({ zwei: 2, a: [1], none: undefined, nil: null })`,
  `({ date: new Date(0), map: new Map([[1, 2]]), f() {} })`,
  `({ toJSON() { return "never asked" } })`,
  "let x = 1;",
  "var y = 5; y;",
  "1; let z = 2;",
  "if (true) { 7 }",
  "for (let i = 0; i < 3; i++) i;",
  "(() => 9)()",
  "function f() { return 1 } f()",
  "typeof setTimeout + typeof fetch + typeof require + typeof process",
  "[typeof Math, typeof JSON, typeof Date, typeof Promise, typeof Map].join()",
  "this === globalThis",
  `eval("1 + 2")`,
  `new Function("a", "return a + 1")(2)`,
  `[3, 1, 2].toSorted().map((v) => v * 2).at(-1)`,
  `Object.keys(omw).sort()`,
  `let log = []; Promise.resolve().then(() => omw.host.log("info", "later")); omw.host.log("info", "now"); 1`,
);

const faults = scripts(
  "let = = 1",
  "foo(",
  "await 1",
  "return 1",
  `import "x"`,
  "nothing_known",
  "null.x",
  "(5)()",
  `throw new Error("plain")`,
  `throw new TypeError("typed")`,
  `throw new RangeError("ranged")`,
  `const c = 1; c = 2`,
  `JSON.parse("nonsense")`,
  `try { null.x } catch (e) { e.name }`,
  `try { omw.provider.get("none") } catch (e) { e.name + e.message }`,
  `try { omw.host.base64Decode("***") } catch (e) { e.name }`,
  `const a = {}; a.a = a; a`,
);

const checks: OracleCase[] = ["1 + 1", "let = = 1", "foo(", "nothing_known()", "await 1"].map((script) => ({
  script,
  op: "check",
}));

/** Argument rules, each of several calls. */
const args = scripts(
  ...["undefined", "null", "5", "{}", "[]", "true"].flatMap((bad) => [
    `omw.host.log(${bad}, "x")`,
    `omw.host.log("info", ${bad})`,
    `omw.host.subscribeAgent(${bad})`,
    `omw.host.sendAgent("bob", ${bad})`,
    `omw.host.memoryGet(${bad})`,
    `omw.provider.get(${bad})`,
    `${t} t.readResource(${bad})`,
  ]),
  ...["undefined", `"1"`, "NaN", "-1", "Infinity", "10n", "null"].flatMap((bad) => [
    `omw.host.waitFor(${bad})`,
    `omw.host.timeFormat(${bad}, "%Y")`,
    `omw.host.sleepUntil(${bad})`,
  ]),
);

const host: OracleCase[] = [
  ...scripts(
    `${h} h.log("warn", "a line")`,
    `${h} h.whoami()`,
    `${h} h.timeFormat(0, "%Y-%m-%d %H:%M:%S")`,
    `${h} h.timeFormat(1.9, "%s")`,
    `${h} h.waitUntil(99999999999999)`,
    `${h} h.waitUntil(0)`,
    `${h} h.waitFor(100)`,
    `${h} h.waitFor(2.7)`,
    `${h} h.waitCron("* * * * *")`,
    `${h} h.sleepFor(0)`,
    `${h} h.sleepUntil(5)`,
    `${h} h.sleepCron("* * * * *")`,
    `${h} h.cancelTimer("${U}")`,
    `${h} h.cancelTimer(h.waitFor(9))`,
    `${h} h.subscribeAgent("bob")`,
    `${h} h.unsubscribeAgent(h.subscribeAgent("bob"))`,
    `${h} typeof h.subscribeLifecycle()`,
    `${h} h.subscribeLifecycle(); h.subscribeLifecycle()`,
    `${h} h.unsubscribeLifecycle(h.subscribeLifecycle())`,
    `${h} h.subscribeEndpoint("model-x")`,
    `${h} h.unsubscribeEndpoint(h.subscribeEndpoint("model-x"))`,
    `${h} h.sendAgent("bob", "hi")`,
    `${h} h.newUuid().length`,
    `${h} h.base64Encode([0, 1, 255])`,
    `${h} h.base64Encode([])`,
    `${h} h.base64Encode()`,
    `${h} h.base64Encode("text")`,
    `${h} h.base64Encode([256])`,
    `${h} h.base64Encode([1.5])`,
    `${h} h.base64Encode(["1"])`,
    `${h} h.base64Decode("AAEC/w==")`,
    `${h} h.base64Decode("***")`,
    `${h} h.memoryGet("k")`,
    `${h} h.memoryGet("absent") === undefined`,
    `${h} h.memorySet("k", "2"); h.memoryGet("k")`,
    `${h} h.memorySet("k", 2)`,
    `${h} h.memoryRemove("k")`,
    `${h} h.memoryRemove("absent")`,
    `${h} h.tryRecv() === undefined`,
    `${h} h.streamEndpoint("s-1", { content: "c", reasoning: "r" })`,
    `${h} h.streamEndpoint("s-1", { finish_reason: "stop", usage: { prompt_tokens: 1 } })`,
    `${h} h.streamEndpoint("s-1", { tool_call: { id: "i", name: "n", arguments: "{}" } })`,
    `${h} h.streamEndpoint("s-1", { content: 5 })`,
    `${h} h.streamEndpoint("s-1", { tool_call: 5 })`,
    `${h} h.streamEndpoint("s-1", { tool_call: { id: "i" } })`,
    `${h} h.streamEndpoint("s-1", { usage: 5 })`,
    `${h} h.streamEndpoint("s-1", { usage: { prompt_tokens: 2.7 } })`,
    `${h} h.streamEndpoint("s-1", { usage: null, content: null })`,
    `${h} h.streamEndpoint("s-1")`,
    `${h} h.streamEndpoint("s-1", 5)`,
  ),
  { script: `${h} h.subscribeEndpoint("m")`, answers: { subscribe_endpoint: new Error("model taken") } },
  { script: `${h} h.waitCron("nonsense")`, answers: { wait_cron: new Error("bad spec") } },
  { script: `${h} h.sleepUntil(7)`, answers: { sleep_until: new Error("agent reloaded") } },
];

const events: OracleCase[] = [
  ...worldEvents.filter((event) => event !== eventOf("endpoint-message"))
    .flatMap((event) => receiving([event], "const e = omw.host.recv(); e.id = 0; e")),
  ...receiving(
    worldEvents,
    `let kinds = ""; for (let i = 0; i < ${worldEvents.length}; i++) kinds += omw.host.recv().kind + " "; kinds`,
  ),
  ...receiving([eventOf("message")], "omw.host.tryRecv().payload"),
  ...receiving(
    [eventOf("endpoint-message", 1)],
    `${p} const e = omw.host.recv().payload; p.chat("m", e.messages, e.tools, e.params).content`,
  ),
  ...receiving([eventOf("chat-delta")], `omw.host.streamEndpoint("s-1", omw.host.recv().payload)`),
];

const provider: OracleCase[] = [
  ...scripts(
    `omw.provider.get("none")`,
    `${p} p.name`,
    `${p} p.kind()`,
    `${p} p.listModels()`,
    `${p} p.chat("m", [{ role: "user", content: "hi" }], [])`,
    `${p} p.chat("m", [{}, { role: "system" }, { role: "odd" }, { role: "tool", content: null }], []).content`,
    `${p} p.chat("m", [{ role: "assistant", reasoning: "r", tool_call: { id: "i", name: "n", arguments: "{}" } }], []).content`,
    `${p} p.chat("m", [{ content: 5 }], [])`,
    `${p} p.chat("m", [{ tool_call: 1 }], [])`,
    `${p} p.chat("m", [{ tool_call: { id: 1 } }], [])`,
    `${p} p.chat("m", ["text"], [])`,
    `${p} p.chat("m", "text", [])`,
    `${p} p.chat("m")`,
    `${p} p.chat("m", [])`,
    `${p} p.chat("m", [], null)`,
    `${p} p.chat(1, [], [])`,
    `${p} p.chat("m", [], [{ name: "t", description: "d", input_schema: "{}" }, { name: "u", input_schema: 5 }]).content`,
    `${p} p.chat("m", [], [{}])`,
    `${p} p.chat("m", [], [5])`,
    `${p} p.chat("m", [], [], { z: 1, a: [true, null, undefined, 0.5, "s"], m: { y: undefined, x: -1 } }).content`,
    `${p} p.chat("m", [], [], "{\\"top_p\\":1}").content`,
    `${p} p.chat("m", [], [], "").content`,
    `${p} p.chat("m", [], [], null).content`,
    `${p} p.chatStream("m", [{ content: "hi" }], [])`,
    `${p} p.chatStream("m", [], [], { seed: 1 })`,
    `${p} p.isOpen("${U}")`,
    `${p} p.isOpen(5)`,
    `${p} p.cancel("${U}")`,
    `${p} p.cancel(p.chatStream("m", [], []))`,
    `${p} p.nothing()`,
    `${p} const k = p.kind; k()`,
    `${p} p.kind.call({})`,
    `${p} p.kind.call({ name: 5 })`,
    `${p} p.name = "none"; p.kind()`,
  ),
  { script: `${p} p.chat("m", [], [])`, answers: { chat: { tool_calls: [] } } },
  { script: `${p} p.chat("m", [], [])`, answers: { chat: new Error("upstream answered 500") } },
  { script: `${p} p.listModels()`, answers: { list_models: new Error("refused") } },
  { script: `${p} p.isOpen("x")`, answers: { is_open: false } },
];

const tooling: OracleCase[] = [
  ...scripts(
    `omw.tooling.get("none")`,
    `${t} t.kind()`,
    `${t} t.listTools().map((tool) => [tool.name, tool.description, tool.input_schema, tool.inputSchema])`,
    `${t} t.callTool("echo", { z: 1, a: "x" })`,
    `${t} t.callTool("echo", [1])`,
    `${t} t.callTool("echo", null)`,
    `${t} t.callTool("echo")`,
    `${t} t.callTool(1, {})`,
    `${t} t.callTool("echo", 10n)`,
    `${t} const a = {}; a.a = a; t.callTool("echo", a)`,
    `${t} t.callToolBlocking("echo", { a: 1 }).value`,
    `${t} t.callToolBlocking("echo", { deep: { list: [{ x: null }] }, n: NaN, d: new Date(0), f() {} }).name`,
    `${t} t.isOpen("${U}")`,
    `${t} t.cancel("${U}")`,
    `${t} t.listResources().map((r) => [r.uri, r.name, r.description, r.mime_type, r.mimeType])`,
    `${t} const r = t.readResource("mem://a"); [r.uri, r.content, r.mime_type, r.mimeType]`,
    `${t} t.subscribeResourceList()`,
    `${t} t.unsubscribeResourceList(t.subscribeResourceList())`,
    `${t} t.subscribeResource("mem://a")`,
    `${t} t.unsubscribeResource(t.subscribeResource("mem://a"))`,
  ),
  { script: `${t} t.listTools()`, answers: { list_tools: new Error("dial failed") } },
  { script: `${t} t.callToolBlocking("x", {})`, answers: { call_tool_blocking: new Error("no such tool") } },
  { script: `${t} t.subscribeResource("x")`, answers: { subscribe_resource: new Error("not supported") } },
];

/** Where ours is to do something else. */
const different: OracleCase[] = [
  { script: "-0", differs: { why: "the result is JSON text, which has no negative zero in ECMAScript", ours: "=0" } },
  { script: "Promise.resolve(1)", differs: { why: "what an async function came to is of use; `{}` is not", ours: "=1" } },
  {
    script: "Symbol('x')",
    differs: { why: "a result that is no JSON is shown as text, and the run is a success", ours: "=Symbol(x)" },
  },
  { script: "10n", differs: { why: "as for symbols", ours: "=10" } },
  { script: "typeof console", differs: { why: "it logs (design §4.3)", ours: "=object" } },
  {
    script: "Object.keys(omw.host).sort()",
    differs: { why: "memoryGetAs and memorySetAs are of 0.1.4", ours: /"memoryGetAs".*"memorySetAs"/ },
  },
  {
    script: "omw.host.recv().payload.messages",
    events: [eventOf("endpoint-message")],
    differs: {
      why: "every call of a message and every role are of 0.1.10; both are beside what 0.1.3 has",
      ours: /"tool_call":\{.*"tool_calls":\[.*"role":"developer"/,
    },
  },
];

/** The table. */
export const jsCases: readonly OracleCase[] = [
  ...results,
  ...faults,
  ...checks,
  ...args,
  ...host,
  ...events,
  ...provider,
  ...tooling,
  ...different,
];
