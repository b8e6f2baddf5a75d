//! What every brain can do.

use crate::Guard;
use crate::bindings::omw::omw::host as raw;
use crate::bindings::omw::omw::types::{ChatDelta, EventEnvelope};

/// Logs at level debug.
pub fn debug(message: &str) {
  raw::log("debug", message);
}

/// Logs at level info.
pub fn info(message: &str) {
  raw::log("info", message);
}

/// Logs at level warn.
pub fn warn(message: &str) {
  raw::log("warn", message);
}

/// Logs at level error.
pub fn error(message: &str) {
  raw::log("error", message);
}

/// The agent's name.
pub fn whoami() -> String {
  raw::whoami()
}

/// Milliseconds since the Unix epoch.
pub fn now() -> u64 {
  raw::time_now()
}

/// A time (ms since the Unix epoch) in UTC, as a strftime format shows it.
pub fn format_time(ts: u64, format: &str) -> String {
  raw::time_format(ts, format)
}

/// Waits for the next event.
pub fn recv() -> Result<EventEnvelope, String> {
  raw::recv()
}

/// The next event if there is one.
pub fn try_recv() -> Result<Option<EventEnvelope>, String> {
  raw::try_recv()
}

/// Starts a timer of so many milliseconds.
pub fn wait_for(ms: u64) -> Result<Guard, String> {
  Ok(Guard::new(raw::wait_for(ms)?, raw::cancel_timer))
}

/// Starts a timer that fires at a time (ms since the Unix epoch).
pub fn wait_until(ts: u64) -> Result<Guard, String> {
  Ok(Guard::new(raw::wait_until(ts)?, raw::cancel_timer))
}

/// Starts a timer for the next time of a cron spec (UTC).
pub fn wait_cron(spec: &str) -> Result<Guard, String> {
  Ok(Guard::new(raw::wait_cron(spec)?, raw::cancel_timer))
}

/// Waits so many milliseconds.
pub fn sleep_for(ms: u64) {
  raw::sleep_for(ms);
}

/// Waits until a time (ms since the Unix epoch).
pub fn sleep_until(ts: u64) -> Result<(), String> {
  raw::sleep_until(ts)
}

/// Waits for the next time of a cron spec (UTC).
pub fn sleep_cron(spec: &str) -> Result<(), String> {
  raw::sleep_cron(spec)
}

/// Subscribes to `reload` and `shutdown` events.
pub fn subscribe_lifecycle() -> Result<Guard, String> {
  Ok(Guard::new(raw::subscribe_lifecycle()?, raw::unsubscribe_lifecycle))
}

/// Subscribes to an agent's messages.
pub fn subscribe_agent(agent: &str) -> Result<Guard, String> {
  Ok(Guard::new(raw::subscribe_agent(agent)?, raw::unsubscribe_agent))
}

/// Sends text to an agent; it arrives if that agent is subscribed to this one.
pub fn send_agent(agent: &str, payload: &str) {
  raw::send_agent(agent, payload);
}

/// Takes a model name at the endpoint: `endpoint-message` events follow.
pub fn subscribe_endpoint(model: &str) -> Result<Guard, String> {
  Ok(Guard::new(raw::subscribe_endpoint(model)?, raw::unsubscribe_endpoint))
}

/// Sends a piece of a reply to a session; one with a finish reason ends it.
pub fn stream_endpoint(session: &str, delta: &ChatDelta) -> Result<(), String> {
  raw::stream_endpoint(session, delta)
}

/// A fresh v4 UUID.
pub fn new_uuid() -> String {
  raw::new_uuid()
}

/// Bytes as base64.
pub fn base64_encode(bytes: &[u8]) -> String {
  raw::base64_encode(bytes)
}

/// Base64 as bytes.
pub fn base64_decode(data: &str) -> Result<Vec<u8>, String> {
  raw::base64_decode(data)
}

/// A value of the agent's memory.
pub fn memory_get(key: &str) -> Option<String> {
  raw::memory_get(key)
}

/// Stores a value in the agent's memory.
pub fn memory_set(key: &str, value: &str) {
  raw::memory_set(key, value);
}

/// Removes a value; whether there was one.
pub fn memory_remove(key: &str) -> bool {
  raw::memory_remove(key)
}
