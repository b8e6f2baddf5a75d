/// <reference path="../../brains/omw.d.ts" />
// A chat behind the endpoint: each request is passed on to a model, and its reply streams back as it comes. Edit this file while
// `omw loop --watch` runs it: the sessions of the old program are ended, the next request gets the new one.

const provider = theProvider();
const modelName = omw.host.memoryGet("model") ?? "gpt-5-mini";

// Clients ask for the model "chat". Events of all requests arrive mixed, so each stream has to find its session, and back.
omw.host.subscribeEndpoint("chat");
const lifecycle = omw.host.subscribeLifecycle();
const sessionOf = new Map(); // by stream
const streamOf = new Map(); // by session

/** The service, if the environment names one; else the scripted stand-in. */
function theProvider() {
  try {
    return omw.provider.get("service");
  } catch {
    return omw.provider.get("stand_in");
  }
}

/** Waits for the next event, however long that takes: `recv` alone gives up after `recv_timeout_secs`. */
function next() {
  for (;;) {
    try {
      return omw.host.recv();
    } catch (error) {
      if (error.message !== "no event available") throw error;
    }
  }
}

/** A request: asks the model. Settings such as `temperature` go along as they came. */
function begin({ session, messages, tools, params }) {
  const stream = provider.chatStream(modelName, messages, tools, params);
  sessionOf.set(stream, session);
  streamOf.set(session, stream);
}

/** Sends a piece of a reply; one with a finish reason is the last. */
function send(session, delta) {
  if (delta.finish_reason !== undefined) forget(session);
  try {
    omw.host.streamEndpoint(session, delta);
  } catch {
    // The client left a moment ago; the event that says so is on its way.
  }
}

function forget(session) {
  sessionOf.delete(streamOf.get(session));
  streamOf.delete(session);
}

/** Something of a model's stream came in. Where the session is over already, nobody waits for it. */
function pass({ id, kind, payload }) {
  const session = sessionOf.get(id);
  if (session === undefined) return;
  if (kind === "chat-delta") send(session, payload);
  else if (kind === "chat-end") send(session, { finish_reason: "stop" });
  else {
    omw.host.log("warn", `the model failed: ${payload}`);
    send(session, { content: "\n(The model failed; its log says why.)", finish_reason: "stop" });
  }
}

/** The client left, or its reply is complete: what the model still says is not wanted. */
function end(session) {
  const stream = streamOf.get(session);
  if (stream === undefined) return;
  provider.cancel(stream);
  forget(session);
}

/** This program ends: whoever waits for it gets what there is, marked as cut short. */
function leave() {
  for (const session of [...streamOf.keys()]) send(session, { finish_reason: "length" });
}

for (let event = next();; event = next()) {
  if (event.id === lifecycle && event.kind === "error") omw.host.log("info", `the edit is not in effect: ${event.payload}`);
  else if (event.id === lifecycle) {
    leave();
    break;
  } else if (event.kind === "endpoint-message") begin(event.payload);
  else if (event.kind === "endpoint-session-end") end(event.payload.session);
  else pass(event);
}
