/**
 * `wasi:sockets` with nothing granted: a network that refuses.
 * @module
 */

/** Runs inside (see `component_bridge.ts`). Every resource class is there, because the glue wants those of all imported interfaces. */
export function wasiSockets(): Record<string, Record<string, unknown>> {
  /** The plain text is the error code, which the glue takes for an `err`. */
  function refuse(): never {
    throw "access-denied";
  }

  // None of these but the network can be had, so nothing ever calls their methods.
  class Network {}
  class ResolveAddressStream {}
  class TcpSocket {}
  class UdpSocket {}
  class IncomingDatagramStream {}
  class OutgoingDatagramStream {}

  const denied: [object, string][] = [
    [ResolveAddressStream, "resolveNextAddress subscribe"],
    [
      TcpSocket,
      "startBind finishBind startConnect finishConnect startListen finishListen accept localAddress remoteAddress isListening " +
      "addressFamily setListenBacklogSize keepAliveEnabled setKeepAliveEnabled keepAliveIdleTime setKeepAliveIdleTime " +
      "keepAliveInterval setKeepAliveInterval keepAliveCount setKeepAliveCount hopLimit setHopLimit receiveBufferSize " +
      "setReceiveBufferSize sendBufferSize setSendBufferSize subscribe shutdown",
    ],
    [
      UdpSocket,
      "startBind finishBind stream localAddress remoteAddress addressFamily unicastHopLimit setUnicastHopLimit receiveBufferSize " +
      "setReceiveBufferSize sendBufferSize setSendBufferSize subscribe",
    ],
    [IncomingDatagramStream, "receive subscribe"],
    [OutgoingDatagramStream, "checkSend send subscribe"],
  ];
  for (const [of, methods] of denied) {
    const { prototype } = of as { prototype: object };
    Object.assign(prototype, Object.fromEntries(methods.split(" ").map((name) => [name, refuse])));
  }

  return {
    "wasi:sockets/network": { Network, networkErrorCode: () => undefined },
    "wasi:sockets/instance-network": { instanceNetwork: () => new Network() },
    "wasi:sockets/ip-name-lookup": { ResolveAddressStream, resolveAddresses: refuse },
    "wasi:sockets/tcp": { TcpSocket },
    "wasi:sockets/tcp-create-socket": { createTcpSocket: refuse },
    "wasi:sockets/udp": { UdpSocket, IncomingDatagramStream, OutgoingDatagramStream },
    "wasi:sockets/udp-create-socket": { createUdpSocket: refuse },
  };
}
