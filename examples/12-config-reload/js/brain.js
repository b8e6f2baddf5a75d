// Asks the same thing at every tick. Whatever the config says of the model applies to the next question; this run goes on.
const TICK_MS = 100;

const model = omw.provider.get("openai");
const lifecycle = omw.host.subscribeLifecycle();

let ending = false;
let timer = omw.host.waitFor(TICK_MS);
for (let asked = 0; !ending;) {
  const event = omw.host.recv();
  if (event.id === lifecycle && event.kind === "error") omw.host.log("warn", `a change was refused: ${event.payload}`);
  else if (event.id === lifecycle) ending = true;
  if (event.id !== timer) continue;
  const reply = model.chat("gpt-test", [{ role: "user", content: "What do you say?" }], []);
  omw.host.log("info", `answer ${++asked}: ${reply.content}`);
  timer = omw.host.waitFor(TICK_MS);
}

omw.host.log("info", "asked to end");
