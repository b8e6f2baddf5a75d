//! The loop of every tool agent, once around: the model asks for a tool, the tool answers, the model has the last word.
use omw_example_brains::{brain, info, message, provider, tooling, ChatMessage, End, Role};

fn run() -> End {
    let model = provider::get("openai")?;
    let tools = tooling::get("mcp")?;

    let question = message(Role::User, "echo hi");
    let wish = model.chat("gpt-test", std::slice::from_ref(&question), &tools.list_tools()?, None)?;
    let call = wish.tool_calls.into_iter().next().ok_or("the model asked for no tool")?;
    let result = tools.call_tool_blocking(&call.name, &call.arguments)?;

    let asked = ChatMessage { role: Role::Assistant, content: None, reasoning: None, tool_call: Some(call.clone()) };
    let told = ChatMessage { tool_call: Some(call), ..message(Role::Tool, result.value) };
    let answer = model.chat("gpt-test", &[question, asked, told], &[], None)?;
    info(answer.content.unwrap_or_default());
    Ok(None)
}

brain!(run);
