//! One question, one answer: `chat` waits for the whole reply.
use omw_example_brains::{brain, info, message, provider, End, Role};

fn run() -> End {
    let reply = provider::get("openai")?.chat("gpt-test", &[message(Role::User, "say hi")], &[], None)?;
    info(reply.content.unwrap_or_default());
    Ok(None)
}

brain!(run);
