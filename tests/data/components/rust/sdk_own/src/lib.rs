//! A brain on this repository's own SDK: what it finds is its terminal message, and then, if its memory says so, it panics.

use omw_brain::prelude::*;

omw_brain::brain!(run);

fn run() -> Result<Option<String>, String> {
  if let Some(text) = host::memory_get("panic") {
    panic!("as asked: {text}");
  }
  if host::memory_get("quiet").is_some() {
    return Ok(None);
  }
  let model = Provider::get("model")?;
  let params = Some(r#"{"temperature":0}"#);
  let reply = model.chat("m", &[ChatMessage::system("be brief"), ChatMessage::user("hi")], &[], params)?;
  let streamed = stream(&model)?;
  let files = Tooling::get("files")?;
  let result = files.call_blocking("shout", r#"{"text":"hi"}"#)?;
  let changed = changed(&files)?;
  let timer = host::wait_for(1)?;
  let fired = timer.sent(&host::recv()?);
  let missing = Provider::get("nobody").err().unwrap_or_default();
  Ok(Some(format!(
    "reply={} usage={} streamed={streamed} value={} changed={changed} fired={fired} missing={missing} at={}",
    reply.content.unwrap_or_default(),
    reply.usage.unwrap_or_default(),
    result.value,
    host::format_time(86_400_000, "%F"),
  )))
}

fn stream(model: &Provider) -> Result<String, String> {
  let open = model.chat_stream("m", &[ChatMessage::user("stream")], &[], None)?;
  let mut text = String::new();
  loop {
    let envelope = host::recv()?;
    if !open.sent(&envelope) {
      continue;
    }
    match envelope.event {
      Event::ChatDelta(delta) => text += delta.content.as_deref().unwrap_or_default(),
      Event::ChatEnd => return Ok(text),
      Event::Error(error) => return Err(error),
      _ => {}
    }
  }
}

fn changed(files: &Tooling) -> Result<String, String> {
  let followed = files.follow("note://one")?;
  files.call_blocking("write", r#"{"text":"changed"}"#)?;
  loop {
    let envelope = host::recv()?;
    if let (true, Event::ResourceUpdated(contents)) = (followed.sent(&envelope), envelope.event) {
      return Ok(contents.into_iter().map(|content| content.content).collect());
    }
  }
}
