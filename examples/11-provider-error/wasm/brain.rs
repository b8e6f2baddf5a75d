//! A reply may break off half-way. This brain throws away what it has, says so, and asks again.
use omw_example_brains::{brain, host, message, provider, End, Event, Role};

const ATTEMPTS: usize = 3;

/// The whole reply; an error when it breaks off.
fn ask(model: &provider::Provider) -> Result<String, String> {
    let stream = model.chat_stream("gpt-test", &[message(Role::User, "Tell me all of it.")], &[], None)?;
    let mut text = String::new();
    loop {
        let envelope = host::recv()?;
        if envelope.id != stream {
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

fn run() -> End {
    let model = provider::get("openai")?;
    for _ in 1..ATTEMPTS {
        match ask(&model) {
            Ok(text) => return Ok(Some(text)),
            Err(error) => host::log("warn", &format!("the reply broke off: {error}")),
        }
    }
    ask(&model).map(Some)
}

brain!(run);
