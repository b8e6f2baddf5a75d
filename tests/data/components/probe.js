// A brain that performs the commands in its first message, a JSON array, and ends with what came of each as JSON.
// A command is an array: a name of `commands`, then the arguments.
import * as host from "omw:omw/host";
import { get as getProvider } from "omw:omw/provider";
import { get as getTooling } from "omw:omw/tooling";

const commands = {
  host([name, ...args]) {
    return host[name](...args);
  },
  provider([name, method, ...args]) {
    return getProvider(name)[method](...args);
  },
  tooling([name, method, ...args]) {
    return getTooling(name)[method](...args);
  },
  bytes([text]) {
    return host.base64Encode(host.base64Decode(text));
  },
  recv([count]) {
    return Array.from({ length: count }, () => host.recv());
  },
};

function perform([command, ...args]) {
  try {
    return { ok: commands[command](args) };
  } catch (error) {
    return { err: error?.payload ?? String(error) };
  }
}

export const runtime = {
  kind: () => "wasm",
  run() {
    const { event } = host.recv();
    if (event.val === "fail") throw "as asked";
    // The toolchain's runtime is written in Rust and takes no such number here: a real panic.
    if (event.val === "panic") host.waitFor(1n);
    return JSON.stringify(JSON.parse(event.val).map(perform));
  },
  check(script) {
    if (script === "bad") throw "bad script";
  },
};
