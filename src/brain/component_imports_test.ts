import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { componentImports } from "./component_imports.ts";
import { componentRecords } from "./component_records.ts";

type Functions = Record<string, (...args: unknown[]) => unknown>;

function start(answer: (op: string, args: string) => string) {
  const bridge = innerBridge(answer);
  const imports = componentImports(bridge, componentRecords({ "role": "variant", "usage": "record", "read-resource": "one" }));
  return { calls: bridge.calls, host: imports["omw:omw/host"] as Functions, imports };
}

/** The contract's functions (facts §1), resource methods by their resource, and what revision 0.1.10 added. */
const CONTRACT = {
  host: `log whoami timeNow timeFormat waitUntil waitFor waitCron cancelTimer sleepFor sleepUntil sleepCron subscribeLifecycle
    unsubscribeLifecycle subscribeAgent unsubscribeAgent subscribeEndpoint unsubscribeEndpoint streamEndpoint sendAgent recv tryRecv
    newUuid base64Encode base64Decode memoryGet memorySet memoryRemove`,
  Provider: "name kind listModels chat chatStream isOpen cancel",
  Tooling: `name kind listTools callTool isOpen cancel callToolBlocking listResources listResourceTemplates readResource
    subscribeResourceList unsubscribeResourceList subscribeResource unsubscribeResource`,
};

Deno.test("every function of the contract is there, and no other", () => {
  const { host, imports } = start(() => "=null");
  const sorted = (list: string) => list.split(/\s+/).sort();
  deepStrictEqual(Object.keys(host).sort(), sorted(CONTRACT.host));
  for (const name of ["Provider", "Tooling"] as const) {
    const made = imports[`omw:omw/${name.toLowerCase()}`]![name] as { prototype: object };
    deepStrictEqual(
      Object.getOwnPropertyNames(made.prototype).filter((each) => each !== "constructor").sort(),
      sorted(CONTRACT[name]),
    );
  }
});

Deno.test("a failed call throws the bare text, where its result can be an error", () => {
  const { host, imports } = start(() => "!it failed");
  const isText = (error: unknown) => error === "it failed";
  for (const name of ["waitUntil", "waitFor", "waitCron", "sleepUntil", "sleepCron", "subscribeLifecycle", "recv", "tryRecv"]) {
    throws(() => host[name]!("1"), isText, name);
  }
  throws(() => (imports["omw:omw/provider"] as Functions).get!("x"), isText);
  throws(() => (imports["omw:omw/tooling"] as Functions).get!("x"), isText);
});

Deno.test("a call without an error in its result never throws", () => {
  const { host } = start(() => "!it failed");
  const answers = Object.fromEntries(
    [
      "log",
      "whoami",
      "timeNow",
      "timeFormat",
      "cancelTimer",
      "sleepFor",
      "sendAgent",
      "newUuid",
      "memoryGet",
      "memorySet",
      "memoryRemove",
    ]
      .map((name) => [name, host[name]!("1", "2")]),
  );
  deepStrictEqual(answers, {
    log: undefined,
    whoami: "",
    timeNow: 0n,
    timeFormat: "",
    cancelTimer: undefined,
    sleepFor: undefined,
    sendAgent: undefined,
    newUuid: "",
    memoryGet: undefined,
    memorySet: undefined,
    memoryRemove: false,
  });
});

Deno.test("64-bit times are sent whole", () => {
  const { host, calls } = start(() => '="u"');
  host.waitFor!(2n ** 64n - 1n);
  host.timeFormat!(2n ** 60n, "%s");
  deepStrictEqual(calls, [["wait_for", "18446744073709551615"], ["time_format", '{"ts":"1152921504606846976","format":"%s"}']]);
});

Deno.test("bytes are texts of one unit a byte on the way", () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => i % 256);
  let sent = "";
  const { host } = start((op, args) => {
    if (op === "base64_decode") return `=${JSON.stringify(sent)}`;
    sent = args;
    return '="encoded"';
  });
  strictEqual(host.base64Encode!(bytes), "encoded");
  strictEqual(sent.length, bytes.length);
  deepStrictEqual(host.base64Decode!("x"), bytes);
});

Deno.test("an empty try-recv is none", () => {
  const { host } = start(() => "=null");
  strictEqual(host.tryRecv!(), undefined);
});

Deno.test("a provider's handle makes its calls by its name", () => {
  const { calls, imports } = start((op) => op === "chat" ? '={"content":"x","tool_calls":[]}' : '="u"');
  const provider = (imports["omw:omw/provider"] as Functions).get!("main") as Functions;
  strictEqual(provider.name!(), "main");
  strictEqual(
    (provider.chat!("m", [{ role: { tag: "user" } }], [{ name: "t", inputSchema: "{}" }], "{}") as { content: string }).content,
    "x",
  );
  deepStrictEqual(calls.map(([op]) => op), ["provider_get", "chat"]);
  deepStrictEqual(JSON.parse(calls[1]![1]), {
    provider: "main",
    model: "m",
    messages: [{ role: "user", tool_calls: [] }],
    tools: [{ name: "t", input_schema: "{}" }],
    params: "{}",
  });
});
