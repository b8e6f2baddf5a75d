import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { wasiHost } from "./wasi_host.ts";
import { wasiIo } from "./wasi_io.ts";
import { wasiSockets } from "./wasi_sockets.ts";
import { wasiUdp } from "./wasi_udp.ts";

const bridge = innerBridge();
const host = wasiHost(bridge);
const faces = wasiSockets(wasiIo(bridge, host), host, wasiUdp);
const network = (faces["wasi:sockets/instance-network"]!.instanceNetwork as () => object)();

interface Socket {
  startBind(network: object, address: object): void;
  startConnect(network: object, address: object): void;
  finishConnect(): void;
  accept(): void;
  localAddress(): void;
  setHopLimit(hops: number): void;
  hopLimit(): number;
}

const tcp = faces["wasi:sockets/tcp-create-socket"]!.createTcpSocket as (family: string) => Socket;
const v4 = (...address: number[]) => ({ tag: "ipv4", val: { port: 80, address } });
const v6 = (...address: number[]) => ({ tag: "ipv6", val: { port: 80, address, flowInfo: 0, scopeId: 0 } });

Deno.test("what the host refuses is WASI's own code", () => {
  throws(() => tcp("ipv4").startConnect(network, v4(10, 0, 0, 1)), (error) => error === "access-denied");
  deepStrictEqual(bridge.systems.at(-1), ["connect", { ip: "10.0.0.1", port: 80 }]);
  throws(() => tcp("ipv6").startBind(network, v6(0, 0, 0, 0, 0, 0, 0, 1)), (error) => error === "access-denied");
  deepStrictEqual(bridge.systems.at(-1), ["listen", { ip: "0:0:0:0:0:0:0:1", port: 80 }]);
  const look = faces["wasi:sockets/ip-name-lookup"]!.resolveAddresses as (network: object, name: string) => void;
  throws(() => look(network, "example.org"), (error) => error === "access-denied");
});

Deno.test("a call that does not fit a socket's state or family does not reach the host", () => {
  const asked = bridge.systems.length;
  throws(() => tcp("ipv4").startConnect(network, v6(0, 0, 0, 0, 0, 0, 0, 1)), (error) => error === "invalid-argument");
  throws(() => tcp("ipv4").finishConnect(), (error) => error === "not-in-progress");
  throws(() => tcp("ipv4").accept(), (error) => error === "invalid-state");
  throws(() => tcp("ipv4").localAddress(), (error) => error === "invalid-state");
  strictEqual(bridge.systems.length, asked);
});

Deno.test("options are kept, and zero is none", () => {
  const socket = tcp("ipv4");
  socket.setHopLimit(3);
  strictEqual(socket.hopLimit(), 3);
  throws(() => socket.setHopLimit(0), (error) => error === "invalid-argument");
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
    const { prototype } = faces[`wasi:sockets/${face}`]![name] as { prototype: object };
    ok(Object.getOwnPropertyNames(prototype).length > methods, name);
  }
});
