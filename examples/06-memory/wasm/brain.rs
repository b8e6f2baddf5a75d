//! What the config seeded decides which model is asked.
use omw_example_brains::{brain, host, info, message, provider, End, Role};

fn run() -> End {
    let model = host::memory_get("handle").unwrap_or_else(|| "fallback".into());
    let reply = provider::get("openai")?.chat(&model, &[message(Role::User, "go on")], &[], None)?;
    info(reply.content.unwrap_or_default());
    Ok(None)
}

brain!(run);
