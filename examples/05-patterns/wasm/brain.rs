//! Four chats with three models, for the assertions to tell apart.
use omw_example_brains::{brain, info, message, provider, End, Role};

fn run() -> End {
    let provider = provider::get("openai")?;
    for model in ["gpt-alpha", "gpt-beta", "gpt-gamma", "gpt-alpha"] {
        let reply = provider.chat(model, &[message(Role::User, format!("hello {model}"))], &[], None)?;
        info(format!("{model}: {}", reply.content.unwrap_or_default()));
    }
    Ok(None)
}

brain!(run);
