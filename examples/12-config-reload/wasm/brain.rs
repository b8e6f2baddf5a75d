//! Asks the same thing at every tick. Whatever the config says of the model applies to the next question; this run goes on.
use omw_example_brains::{brain, host, info, message, provider, End, Event, Role};

const TICK_MS: u64 = 100;

fn run() -> End {
    let model = provider::get("openai")?;
    let lifecycle = host::subscribe_lifecycle()?;

    let mut asked = 0;
    let mut timer = host::wait_for(TICK_MS)?;
    loop {
        let envelope = host::recv()?;
        match envelope.event {
            Event::Error(text) if envelope.id == lifecycle => host::log("warn", &format!("a change was refused: {text}")),
            _ if envelope.id == lifecycle => break,
            _ if envelope.id == timer => {
                let reply = model.chat("gpt-test", &[message(Role::User, "What do you say?")], &[], None)?;
                asked += 1;
                info(format!("answer {asked}: {}", reply.content.unwrap_or_default()));
                timer = host::wait_for(TICK_MS)?;
            }
            _ => {}
        }
    }

    info("asked to end");
    Ok(None)
}

brain!(run);
