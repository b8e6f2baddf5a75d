// Two agents run this one file, and each plays with itself: what is sent arrives only where somebody subscribed to the sender.
const me = omw.host.whoami();
const subscription = omw.host.subscribeAgent(me);
omw.host.memorySet("sub", subscription); // of this agent alone, though the file is shared

omw.host.sendAgent(me, "ping");
if (omw.host.recv().payload !== "ping") throw new Error("expected the ping");
omw.host.sendAgent(me, "pong");
if (omw.host.recv().payload !== "pong") throw new Error("expected the pong");

omw.host.unsubscribeAgent(subscription);
omw.host.log("info", `${me} has played`);
