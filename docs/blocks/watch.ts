import { Scripts } from "../../src/mod.ts";

const scripts = new Scripts(200); // a file counts after 200 ms without a change
await scripts.add("alice", "brain.js");
const restarts: string[] = [];
for (let agents = await scripts.nextReload(); agents !== undefined; agents = await scripts.nextReload()) {
  restarts.push(...agents);
}
