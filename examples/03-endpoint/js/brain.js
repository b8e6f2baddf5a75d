// An agent that is a model to others: clients of the endpoint ask for "gpt-4o", and this brain passes their questions on.
const REQUESTS = 2;

const model = omw.provider.get("openai");
const subscription = omw.host.subscribeEndpoint("gpt-4o");

for (let served = 0; served < REQUESTS;) {
  const event = omw.host.recv();
  if (event.kind !== "endpoint-message") continue; // the end of a session, for instance
  const { session, messages } = event.payload;
  const reply = model.chat("gpt-4o", messages, []);
  omw.host.streamEndpoint(session, { content: reply.content });
  omw.host.streamEndpoint(session, { finish_reason: "stop" }); // ends the session
  served++;
}

omw.host.unsubscribeEndpoint(subscription);
