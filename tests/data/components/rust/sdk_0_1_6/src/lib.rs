#[path = "../../relay.rs"]
mod relay;

omw_wasm_rust::brain!(relay::run);

mod revision {
  use omw_wasm_rust::prelude::*;
  use serde_json::{json, Value};

  pub fn chat(provider: &Provider) -> Result<(String, String), String> {
    let messages = [ChatMessage::system("be brief"), ChatMessage::user("hi")];
    let result = provider.chat("m", &messages, &[], Some(json!({ "temperature": 0 })))?;
    let usage: Value = result.usage_as().unwrap_or(Ok(Value::Null))?;
    Ok((result.content.unwrap_or_default(), usage["total_tokens"].to_string()))
  }

  pub fn call(tooling: &Tooling) -> Result<String, String> {
    let result = tooling.call_tool_blocking("shout", json!({ "text": "hi" }))?;
    if result.is_error {
      return Err(result.content);
    }
    let blocks: Value = result.content_as()?;
    Ok(blocks[0]["text"].as_str().unwrap_or_default().to_owned())
  }

  pub fn change(tooling: &Tooling) -> Result<(), String> {
    tooling.call_tool_blocking("write", json!({ "text": "after" })).map(|_| ())
  }

  pub fn read(tooling: &Tooling, uri: &str) -> Result<String, String> {
    text(tooling.read_resource(uri)?)
  }

  pub fn text(contents: Vec<ResourceContent>) -> Result<String, String> {
    let texts: Vec<String> = contents.into_iter().map(|content| content.content).collect();
    Ok(texts.join("\n"))
  }
}
