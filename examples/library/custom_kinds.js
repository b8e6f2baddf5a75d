// Neither knows nor cares that its model and its tool are objects of the host.
const hour = omw.tooling.get("time").callToolBlocking("hour", {}).value;
omw.provider.get("model").chat("polly", [{ role: "user", content: `it is ${hour} o'clock` }], []).content;
