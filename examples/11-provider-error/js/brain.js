// A reply may break off half-way. This brain throws away what it has, says so, and asks again.
const ATTEMPTS = 3;

const model = omw.provider.get("openai");

/** The whole reply; throws when it breaks off. */
function ask() {
  const stream = model.chatStream("gpt-test", [{ role: "user", content: "Tell me all of it." }], []);
  let text = "";
  for (;;) {
    const event = omw.host.recv();
    if (event.id !== stream) continue;
    if (event.kind === "error") throw new Error(event.payload);
    if (event.kind === "chat-end") return text;
    text += event.payload.content ?? "";
  }
}

function askUntilWhole() {
  for (let attempt = 1;; attempt++) {
    try {
      return ask();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      omw.host.log("warn", `the reply broke off: ${error.message}`);
    }
  }
}

askUntilWhole(); // what the agent exits with
