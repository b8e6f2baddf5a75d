import { deepStrictEqual } from "node:assert/strict";
import { BrainChild } from "../../tests/support/brain_child.ts";

const SESSION = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";

/** Calls of every depth within the process, most of them cold at first. */
const calls = [
  "waitUntil(9e15)",
  `timeFormat(1, "%Y-%m-%dT%H:%M:%S%.3f")`,
  `memorySet("a", "b")`,
  `log("info", "x")`,
  `subscribeAgent("x")`,
  `cancelTimer("${SESSION}")`,
  `streamEndpoint("${SESSION}", { content: "x", tool_calls: [{ id: "i" }] })`,
  "tryRecv()",
];

for (const call of calls) {
  Deno.test(`a host call with too little stack fails before it begins: ${call}`, async () => {
    await using child = await BrainChild.start();
    child.answers.set("try_recv", () => null);
    child.answers.set("sync", () => null);
    child.answers.set("stream_endpoint", () => null);
    // From the deepest point upwards every fourth level tries the call: the first have no room at all. Where it begins to work depends on
    // how far the engine has optimized the probe, so the tries end when it has worked a hundred times.
    await child.run(
      `const seen = {}; let level = 0, returned = 0;
       function dive() {
         try { dive() } catch (e) {
           if (returned < 100 && level++ % 4 === 0) {
             let how = "returned";
             try { omw.host.${call}; returned++ } catch (fault) { how = fault.name + ": " + fault.message }
             seen[how] = 1;
           }
           throw e;
         }
       }
       try { dive() } catch {}
       Object.keys(seen).sort()`,
      { endpoint: true, sessions: [SESSION] },
    );
    const frames = await child.rest();
    deepStrictEqual(JSON.parse(frames.at(-1)!.v as string), ["RangeError: Maximum call stack size exceeded", "returned"]);
  });
}
