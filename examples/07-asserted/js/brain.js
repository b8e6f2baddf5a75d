// This brain never ends. The test ends it as soon as it has seen enough.
const me = omw.host.whoami();
omw.host.subscribeAgent(me);
omw.host.sendAgent(me, "ping");
for (;;) omw.host.log("info", `heard ${omw.host.recv().payload}`);
