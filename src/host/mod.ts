/**
 * The host: what must survive a brain.
 * @module
 */

export { Agent, type HostShared, type RunEars } from "./agent.ts";
// Only their types: what serves components is loaded with the first of them, for it takes as long as all the rest of a start (measured).
export type { Broker, BrokerReply, Grants } from "./broker.ts";
export type { Preopen } from "./broker_files.ts";
export type { HostRule } from "./broker_hosts.ts";
export { type Bus, type BusMember, LocalBus } from "./bus.ts";
export {
  type DeskOptions,
  EndpointDesk,
  type EndpointOwner,
  type EndpointRequest,
  type ModelEntry,
  type OpenOptions,
  type OpenRefusal,
} from "./endpoint_desk.ts";
export { errorChain, faultText, ProtocolFault } from "./errors.ts";
export { foldDeltas, MAX_REPLY } from "./fold.ts";
export { type Handle, Handles } from "./handles.ts";
export { type Entry, Inbox, type InboxEvents, MAX_INBOX_BYTES } from "./inbox.ts";
export { AgentMemory, MemoryFullError, type MemoryStore } from "./memory.ts";
export { oneWay } from "./one_way.ts";
export { Reaper, reaper } from "./reaper.ts";
export { roundTrip, type RoundTripScope } from "./round_trip.ts";
export { Session, type SessionFault, type SessionOptions, type SharedUnits } from "./sessions.ts";
export { Timers } from "./timers.ts";
export { traceEvent, TraceHub } from "./trace.ts";
