import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { componentBridge, type RunState } from "./component_bridge.ts";

Deno.test("componentBridge() hands calls through", () => {
  const bridge = componentBridge(innerBridge((op, args) => `=${op}(${args})`), { lastWords: "" });
  strictEqual(bridge.call("whoami", "x"), "=whoami(x)");
  strictEqual(bridge.decode(new Uint8Array([104, 105])), "hi");
});

Deno.test("componentBridge() lets nothing in that the outer side throws", () => {
  const outer = new EvalError("an object of the process");
  const bridge = componentBridge(
    innerBridge(() => {
      throw outer;
    }),
    { lastWords: "" },
  );
  throws(
    () => bridge.call("whoami", ""),
    (error: Error) => error !== outer && error instanceof RangeError && error.cause === undefined,
  );
});

Deno.test("componentBridge() serves nothing after the guest's exit", () => {
  const state: RunState = { lastWords: "" };
  const kept = innerBridge();
  const bridge = componentBridge(kept, state);
  bridge.call("one", "");
  state.exit = { status: 0 };
  throws(() => bridge.call("two", ""), /has exited/);
  throws(() => bridge.output(1, "x"), /has exited/);
  strictEqual(kept.calls.length, 1);
});

Deno.test("componentBridge() hands out plain texts, whatever is given", () => {
  const kept = innerBridge(() => "=null");
  const bridge = componentBridge(kept, { lastWords: "" });
  let depth = 0;
  const tricky = { toString: () => `text ${++depth}` } as unknown as string;
  bridge.call("op", tricky);
  bridge.output(1, tricky);
  deepStrictEqual([kept.calls, kept.outputs], [[["op", "text 1"]], [[1, "text 2"]]]);
});
