#[path = "../../relay.rs"]
mod relay;

omw_wasm_rust::brain!(relay::run);

mod revision {
  use omw_wasm_rust::prelude::*;
  use serde_json::{json, Value};

  pub fn chat(provider: &Provider) -> Result<(String, String), String> {
    let messages = [ChatMessage::system("be brief"), ChatMessage::user("hi")];
    let result = provider.chat("m", &messages, &[], Some(json!({ "temperature": 0 })))?;
    let tokens = result.usage.as_ref().and_then(|usage| usage.total());
    Ok((result.content.unwrap_or_default(), tokens.unwrap_or_default().to_string()))
  }

  pub fn call(tooling: &Tooling) -> Result<String, String> {
    let result = tooling.call_tool_blocking("shout", json!({ "text": "hi" }))?;
    let blocks: Value = serde_json::from_str(&result.content).map_err(|error| error.to_string())?;
    Ok(blocks[0]["text"].as_str().unwrap_or_default().to_owned())
  }

  pub fn change(tooling: &Tooling) -> Result<(), String> {
    tooling.call_tool_blocking("write", json!({ "text": "after" })).map(|_| ())
  }

  pub fn read(tooling: &Tooling, uri: &str) -> Result<String, String> {
    text(tooling.read_resource(uri)?)
  }

  pub fn text(content: ResourceContent) -> Result<String, String> {
    Ok(content.content)
  }
}
