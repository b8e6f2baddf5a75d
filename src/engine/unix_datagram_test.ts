import assert from "node:assert/strict";
import { Libc } from "./libc.ts";
import { UnixDatagram } from "./unix_datagram.ts";

Deno.test("UnixDatagram says whether a datagram was taken, and why not", async () => {
  const folder = await Deno.makeTempDir();
  const libc = new Libc();
  try {
    const nobody = new UnixDatagram(libc, `${folder}/none`);
    assert.throws(() => nobody.send(new Uint8Array(1)), /no such socket/);
    nobody.close();
    assert.throws(() => nobody.send(new Uint8Array(1)), /the socket is closed/);

    await Deno.writeTextFile(`${folder}/file`, "");
    const file = new UnixDatagram(libc, `${folder}/file`);
    assert.throws(() => file.send(new Uint8Array(1)), /nobody listens/);
    file.close();
  } finally {
    libc.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("UnixDatagram does not wait for a receiver that does not read", async () => {
  const folder = await Deno.makeTempDir();
  const code =
    `Deno.listenDatagram({ transport: "unixpacket", path: "${folder}/socket" }); console.log("bound"); setInterval(() => {}, 1e6);`;
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--no-check", "--unstable-net", "-A", `data:text/typescript,${encodeURIComponent(code)}`],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  const libc = new Libc();
  const socket = new UnixDatagram(libc, `${folder}/socket`);
  let taken = 0;
  // The queue's length is a setting of the system, some ten to a few hundred.
  while (taken < 1_000_000 && socket.send(new Uint8Array(100))) taken++;
  assert.ok(taken > 0 && taken < 1_000_000);
  socket.close();
  libc.close();
  child.kill("SIGKILL");
  await reader.cancel();
  await Deno.remove(folder, { recursive: true });
});
