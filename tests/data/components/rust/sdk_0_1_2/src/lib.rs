#[path = "../../relay.rs"]
mod relay;

omw_wasm_rust::brain!(relay::run);

mod revision {
  use omw_wasm_rust::prelude::*;

  pub fn chat(provider: &Provider) -> Result<(String, String), String> {
    let messages = [ChatMessage::system("be brief"), ChatMessage::user("hi")];
    let result = provider.chat("m", &messages, &[], Some(r#"{"temperature":0}"#))?;
    let tokens = result.usage.as_ref().and_then(|usage| usage.total());
    Ok((result.content.unwrap_or_default(), tokens.unwrap_or_default().to_string()))
  }

  pub fn call(tooling: &Tooling) -> Result<String, String> {
    let result = tooling.call_tool_blocking("shout", r#"{"text":"hi"}"#)?;
    Ok(result.value)
  }

  pub fn change(tooling: &Tooling) -> Result<(), String> {
    tooling.call_tool_blocking("write", r#"{"text":"after"}"#).map(|_| ())
  }

  pub fn read(tooling: &Tooling, uri: &str) -> Result<String, String> {
    text(tooling.read_resource(uri)?)
  }

  pub fn text(content: ResourceContent) -> Result<String, String> {
    Ok(content.content)
  }
}
