//! The model asks for two tools at once: both calls are queued before either result is waited for.
use omw_example_brains::{brain, host, message, provider, tooling, ChatMessage, End, Event, Role};
use std::collections::BTreeMap;

fn run() -> End {
    let model = provider::get("openai")?;
    let tools = tooling::get("mcp")?;

    let mut messages = vec![message(Role::User, "How warm is it in Oslo, and in Rome?")];
    let wish = model.chat("gpt-test", &messages, &tools.list_tools()?, None)?;

    // `call_tool` returns a handle at once; the result arrives in the inbox under that handle, whichever comes first.
    let mut ids = Vec::new();
    for call in &wish.tool_calls {
        ids.push(tools.call_tool(&call.name, &call.arguments)?);
    }
    let mut results = BTreeMap::new();
    while results.len() < ids.len() {
        let envelope = host::recv()?;
        match envelope.event {
            Event::ToolResult(result) => results.insert(envelope.id, result.value),
            Event::Error(text) if ids.contains(&envelope.id) => results.insert(envelope.id, format!("failed: {text}")),
            _ => None,
        };
    }

    // The model hears the results in the order of its calls.
    for (call, id) in wish.tool_calls.into_iter().zip(&ids) {
        messages.push(ChatMessage { role: Role::Assistant, content: None, reasoning: None, tool_call: Some(call.clone()) });
        messages.push(ChatMessage { tool_call: Some(call), ..message(Role::Tool, results[id].as_str()) });
    }
    Ok(model.chat("gpt-test", &messages, &[], None)?.content) // what the agent exits with
}

brain!(run);
