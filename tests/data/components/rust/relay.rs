//! What every guest does, whatever revision its SDK is of; `revision` holds the part that differs.
//!
//! Three agents form a ring: `one` passes a token to `two`, `two` to `three`, `three` back to `one`. A message reaches only those who
//! are subscribed already, so `one` passes the token again until it comes back. On its way each agent has chatted, called a tool, and
//! read and followed a resource, and logs what it found.

use crate::revision;
use omw_wasm_rust::host;
use omw_wasm_rust::prelude::*;

/// How often `one` passes the token, in milliseconds.
const AGAIN_MS: u64 = 100;

pub fn run() -> Result<(), String> {
  let me = host::whoami();
  let (from, to) = match me.as_str() {
    "one" => ("three", "two"),
    "two" => ("one", "three"),
    "three" => ("two", "one"),
    _ => return Err(format!("{me} is no place in the ring")),
  };
  let work = work()?;
  let token = pass(&me, from, to)?;
  host::info(&format!("{me} {work} token={token}"));
  Ok(())
}

/// Uses the provider, the tooling and its resources, and tells what came of it.
fn work() -> Result<String, String> {
  let provider = Provider::get("model")?;
  let (reply, tokens) = revision::chat(&provider)?;
  let streamed = stream(&provider)?;
  let tooling = Tooling::get("files")?;
  let tools: Vec<String> = tooling.list_tools()?.into_iter().map(|tool| tool.name).collect();
  let answer = revision::call(&tooling)?;
  let resources: Vec<String> = tooling.list_resources()?.into_iter().map(|resource| resource.uri).collect();
  let before = revision::read(&tooling, "note://one")?;
  let after = follow(&tooling)?;
  Ok(format!(
    "reply={reply} tokens={tokens} streamed={streamed} tools={} answer={answer} resources={} read={before} updated={after}",
    tools.join(","),
    resources.join(","),
  ))
}

/// A streamed reply's text.
fn stream(provider: &Provider) -> Result<String, String> {
  let open = provider.chat_stream("m", &[ChatMessage::user("stream")], &[], None)?;
  let mut text = String::new();
  loop {
    let envelope = host::recv()?;
    if envelope.id != open.uuid() {
      continue;
    }
    match envelope.event {
      Event::ChatDelta(delta) => text.push_str(delta.content.as_deref().unwrap_or_default()),
      Event::ChatEnd => return Ok(text),
      Event::Error(error) => return Err(error),
      _ => {}
    }
  }
}

/// What a resource is changed to. The tool call changes it, once its change is followed.
fn follow(tooling: &Tooling) -> Result<String, String> {
  let followed = tooling.subscribe_resource("note://one")?;
  revision::change(tooling)?;
  loop {
    let envelope = host::recv()?;
    if envelope.id != followed.uuid() {
      continue;
    }
    match envelope.event {
      Event::ResourceUpdated(content) => return revision::text(content),
      Event::Error(error) => return Err(error),
      _ => {}
    }
  }
}

/// Passes the token on. Everyone hears from the one before it; the end comes from `one` as well.
fn pass(me: &str, from: &str, to: &str) -> Result<String, String> {
  let before = host::subscribe_agent(from)?;
  if me == "one" {
    loop {
      host::send_agent(to, "1");
      let _again = host::wait_for(AGAIN_MS)?;
      let envelope = host::recv()?;
      if let (true, Event::Message(token)) = (envelope.id == before.uuid(), envelope.event) {
        host::send_agent(to, "end");
        return Ok(token);
      }
    }
  }
  let mut seen = String::new();
  loop {
    let envelope = host::recv()?;
    match envelope.event {
      Event::Message(text) if text == "end" => {
        host::send_agent(to, "end");
        return Ok(seen);
      }
      Event::Message(token) => {
        seen = format!("{token}{me}");
        host::send_agent(to, &seen);
      }
      _ => {}
    }
  }
}
