import { deepStrictEqual, throws } from "node:assert/strict";
import { coresAt, placeCores } from "./core_places.ts";

const component = Uint8Array.from({ length: 512 }, (_, i) => i & 255);

Deno.test("placeCores() finds the modules that are in the component, whatever their bytes, and keeps the others", () => {
  const inside = component.slice(120, 400);
  const outside = Uint8Array.of(1, 1);
  const { places, rest } = placeCores(component, new Map([["a", inside], ["b", outside]]));
  deepStrictEqual(places, [["a", 120, 280]]);
  deepStrictEqual([...rest], [["b", outside]]);
  deepStrictEqual([...coresAt(component, places)], [["a", inside]]);
});

Deno.test("coresAt() takes no place that is not in the component", () => {
  for (const [at, length] of [[500, 13], [-1, 2], [0, -1], [NaN, 1], [600, 1]] as const) {
    throws(() => coresAt(component, [["a", at, length]]), RangeError);
  }
});
