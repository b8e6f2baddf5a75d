import { ok, throws } from "node:assert/strict";
import { wasiSockets } from "./wasi_sockets.ts";

const faces = wasiSockets();

Deno.test("there is a network, and it refuses everything with WASI's own code", () => {
  const { instanceNetwork } = faces["wasi:sockets/instance-network"] as { instanceNetwork(): unknown };
  ok(instanceNetwork());
  for (
    const [face, name] of [
      ["tcp-create-socket", "createTcpSocket"],
      ["udp-create-socket", "createUdpSocket"],
      ["ip-name-lookup", "resolveAddresses"],
    ] as const
  ) {
    throws(() => (faces[`wasi:sockets/${face}`]![name] as () => void)(), (error) => error === "access-denied", name);
  }
});

Deno.test("every resource class is there with its methods", () => {
  for (
    const [face, name, methods] of [
      ["ip-name-lookup", "ResolveAddressStream", 2],
      ["tcp", "TcpSocket", 27],
      ["udp", "UdpSocket", 13],
      ["udp", "IncomingDatagramStream", 2],
      ["udp", "OutgoingDatagramStream", 3],
    ] as const
  ) {
    const { prototype } = faces[`wasi:sockets/${face}`]![name] as { prototype: Record<string, () => void> };
    ok(Object.keys(prototype).length >= methods, `${name} has ${Object.keys(prototype).length}`);
    for (const method of Object.keys(prototype)) throws(() => prototype[method]!(), (error) => error === "access-denied");
  }
});
