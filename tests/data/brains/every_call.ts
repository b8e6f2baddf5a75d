/**
 * A brain that makes every call, right and wrong, and ends with all that it saw as JSON: run as a script and built, it has to see the
 * same. Its agent is called `self`; `built_brain_test.ts` has its config.
 */

/// <reference path="../../../brains/omw.d.ts" />

(function everyCall(): unknown {
  const { host } = omw;
  const seen: Record<string, unknown> = {};

  /** Takes down what a call came to. */
  function note(name: string, call: () => unknown): void {
    try {
      const value = call();
      seen[name] = value === undefined ? "undefined" : value;
    } catch (error) {
      const { name: kind, message } = error as Error;
      seen[name] = `${kind}: ${message} ${error instanceof TypeError}`;
    }
  }

  /** The next event of a handle. */
  function next(uuid: string): omw.OmwEvent {
    for (;;) {
      const event = host.recv();
      if (event.id === uuid) return event;
    }
  }

  /** A value with what does not show in JSON, and without what differs from run to run. */
  function whole(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(whole);
    const names = Object.getOwnPropertyNames(value).filter((name) => name !== "id" && name !== "session");
    return names.map((name) => [name, whole((value as Record<string, unknown>)[name])]);
  }

  const model = omw.provider.get("model");
  note("provider", () => [model.name, model.kind(), Object.keys(model), omw.provider.get("model") === model]);
  note("no provider", () => omw.provider.get("nobody"));
  note("models", () => model.listModels());
  note("chat", () => whole(model.chat("m", [{ role: "system", content: "a" }, { content: "hé\u0000" }], [], { temperature: 0 })));
  note("chat with a tool", () => {
    const tool = { name: "t", description: "d", input_schema: '{"type":"object"}' };
    const reply = model.chat("m", [{ role: "user", content: "tool" }], [tool], '{"top_p":1}');
    const call = reply.tool_calls[0]!;
    const answer = { role: "tool", content: "9", tool_call: call };
    return [whole(reply), whole(model.chat("m", [{ role: "assistant", toolCalls: [call] }, answer], [tool]))];
  });
  note("stream", () => {
    const stream = model.chatStream("m", [{ role: "user", content: "tool" }], [], null);
    const events: unknown[] = [];
    for (;;) {
      const event = next(stream);
      events.push([event.kind, whole(event.payload)]);
      if (event.kind !== "chat-delta") break;
    }
    return [model.isOpen(stream), events];
  });
  note("failing stream", () => {
    const { kind, payload } = next(model.chatStream("m", [{ content: "fail" }], []));
    return [kind, String(payload).replaceAll(/:\d+/g, ":port")];
  });
  note("failing chat", () => model.chat("m", [{ content: "fail" }], []));
  note("bad params", () => model.chat("m", [], [], "{"));
  note("cancel", () => {
    const stream = model.chatStream("m", [{ content: "hold" }], []);
    const open = model.isOpen(stream);
    return [open, model.cancel(stream) === undefined, model.isOpen(stream), model.isOpen("none")];
  });
  for (const args of [[], [1], ["m"], ["m", {}], ["m", [1]], ["m", []], ["m", [], null], ["m", [{ content: 1 }], []], ["m", [], [{}]]]) {
    note(`chat(${JSON.stringify(args)})`, () => (model.chat as (...args: unknown[]) => unknown)(...args));
  }
  note("detached", () => (0, model.kind)());
  note("handle without a name", () => model.kind.call({} as omw.ProviderHandle));

  const files = omw.tooling.get("files");
  note("tooling", () => [files.name, files.kind(), Object.keys(files)]);
  note("no tooling", () => omw.tooling.get("nobody"));
  note("tools", () => whole(files.listTools()));
  note("resources", () => whole(files.listResources()));
  note("templates", () => whole(files.listResourceTemplates()));
  note("blocking call", () => whole(files.callToolBlocking("shout", { text: "é" })));
  note("call of text", () => whole(files.callToolBlocking("shout", '{"text":"b"}')));
  note("queued call", () => {
    const call = files.callTool("shout", { text: "a" });
    const event = next(call);
    return [event.kind, whole(event.payload), files.isOpen(call)];
  });
  note("cancelled call", () => files.cancel(files.callTool("shout", { text: "a" })));
  note("unknown tool", () => [files.callToolBlocking("nothing", {}).is_error]);
  note("no arguments", () => files.callTool("shout", undefined));
  note("read", () => whole(files.readResource("note://one")));
  note("read nothing", () => files.readResource("note://none"));
  note("followed", () => {
    const followed = files.subscribeResource("note://one");
    files.callToolBlocking("write", { text: "after" });
    const event = next(followed);
    files.unsubscribeResource(followed);
    files.callToolBlocking("write", { text: "before" });
    return [event.kind, whole(event.payload)];
  });
  note("followed list", () => files.unsubscribeResourceList(files.subscribeResourceList()));

  note("host", () => Object.keys(host));
  note("whoami", () => host.whoami());
  note("time", () => [Math.abs(host.timeNow() - Date.now()) < 60_000, host.timeFormat(86_400_000.9, "%F %T"), host.timeFormat(1, "%Q")]);
  note("timers", () => [next(host.waitFor(1)).kind, next(host.waitUntil(host.timeNow() + 200)).payload, host.cancelTimer("none")]);
  note("past", () => host.waitUntil(1));
  note("cron", () => host.waitCron("never"));
  note("cancelled cron", () => host.cancelTimer(host.waitCron("0 0 1 1 *")));
  note("sleep", () => [host.sleepFor(1), host.sleepUntil(host.timeNow() + 200)]);
  note("sleep in the past", () => host.sleepUntil(5));
  note("sleep without sense", () => host.sleepCron("x"));
  for (const value of [-1, NaN, Infinity, "1", undefined, 1n]) {
    note(`waitFor(${String(value)})`, () => host.waitFor(value as number));
  }
  note("far away", () => host.cancelTimer(host.waitFor(1e300)));
  note("agents", () => {
    const self = host.subscribeAgent("self");
    host.sendAgent("self", "tö me\u2028");
    const event = next(self);
    host.unsubscribeAgent(self);
    return [event.kind, event.payload];
  });
  note("lifecycle", () => {
    const lifecycle = host.subscribeLifecycle();
    note("lifecycle twice", () => host.subscribeLifecycle());
    host.unsubscribeLifecycle(lifecycle);
  });
  note("endpoint", () => host.subscribeEndpoint("m"));
  note("session", () => host.streamEndpoint("none", { content: "x", finishReason: "stop", usage: { prompt_tokens: 1 } }));
  note("bad delta", () => host.streamEndpoint("none", { usage: { prompt_tokens: -1 } }));
  note("nothing to receive", () => host.tryRecv());
  note("uuid", () => /^[0-9a-f-]{36}$/.test(host.newUuid()));
  note("base64", () => [host.base64Encode([0, 1, 254, 255]), host.base64Decode("AAH+/w=="), host.base64Encode([])]);
  note("bad base64", () => host.base64Decode("*"));
  note("bad bytes", () => host.base64Encode([256]));
  note("memory", () => {
    const before = [host.memoryGet("seed"), host.memoryGet("none") ?? "undefined"];
    host.memorySet("key", "välue\u0000");
    return [before, host.memoryGet("key"), host.memoryRemove("key"), host.memoryRemove("key"), host.memoryGet("key") ?? "undefined"];
  });
  note("memory as JSON", () => {
    host.memorySetAs("json", { b: [1, null], a: "x" });
    return [host.memoryGet("json"), host.memoryGetAs("json"), host.memoryGetAs("seed"), host.memoryGetAs("none") ?? "undefined"];
  });
  note("undefined as JSON", () => host.memorySetAs("json", undefined));
  note("text wanted", () => host.memorySet("key", 1 as unknown as string));
  note("log", () => host.log("info", "from host.log"));
  // deno-lint-ignore no-console -- the brain's own console is what is tried
  console.log("from console", { a: 1 }, [2], null, undefined, new TypeError("t"));
  note("globals", () => {
    const absent = ["fetch", "setTimeout", "process", "Deno", "require", "performance", "btoa", "queueMicrotask", "WebAssembly"];
    return [absent.filter((name) => name in globalThis), typeof Date, typeof Promise, typeof structuredClone];
  });
  return seen;
})();
