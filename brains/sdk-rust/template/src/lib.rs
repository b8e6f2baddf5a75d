//! A brain that answers what other agents ask it, with a model.

use omw_brain::prelude::*;

omw_brain::brain!(run);

fn run() -> Result<String, String> {
  let model = Provider::get("model")?;
  let lifecycle = host::subscribe_lifecycle()?;
  let _asker = host::subscribe_agent("asker")?;
  let mut answered = 0;
  loop {
    let envelope = host::recv()?;
    if lifecycle.sent(&envelope) {
      return Ok(format!("answered {answered}"));
    }
    if let Event::Message(question) = envelope.event {
      let reply = model.chat("any-model", &[ChatMessage::user(question)], &[], None)?;
      host::send_agent("asker", reply.content.as_deref().unwrap_or("(nothing)"));
      answered += 1;
    }
  }
}
