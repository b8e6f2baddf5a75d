//! Short ways to make messages, tools and deltas.

use crate::bindings::omw::omw::types::{ChatDelta, ChatMessage, Tool, ToolCall};

impl ChatMessage {
  /// A message of any role.
  pub fn new(role: &str, content: impl Into<String>) -> Self {
    Self { role: role.to_owned(), content: Some(content.into()), reasoning: None, tool_calls: Vec::new(), tool_call_id: None }
  }

  /// What the conversation is about.
  pub fn system(content: impl Into<String>) -> Self {
    Self::new("system", content)
  }

  /// What the user said.
  pub fn user(content: impl Into<String>) -> Self {
    Self::new("user", content)
  }

  /// What the model said.
  pub fn assistant(content: impl Into<String>) -> Self {
    Self::new("assistant", content)
  }

  /// The calls that the model asked for, as a message of the conversation.
  pub fn asking(calls: &[ToolCall]) -> Self {
    Self { content: None, tool_calls: calls.to_vec(), ..Self::new("assistant", "") }
  }

  /// A tool's answer to a call.
  pub fn answer(call: &ToolCall, content: impl Into<String>) -> Self {
    Self { tool_call_id: Some(call.id.clone()), ..Self::new("tool", content) }
  }
}

impl ChatDelta {
  /// A piece of text.
  pub fn text(content: impl Into<String>) -> Self {
    Self { content: Some(content.into()), ..Self::nothing() }
  }

  /// The end of a reply, such as `stop`.
  pub fn finish(reason: impl Into<String>) -> Self {
    Self { finish_reason: Some(reason.into()), ..Self::nothing() }
  }

  /// A delta with nothing in it, to be filled.
  pub fn nothing() -> Self {
    Self { content: None, reasoning: None, tool_call: None, tool_calls: Vec::new(), finish_reason: None, usage: None }
  }
}

impl Tool {
  /// A tool whose arguments a JSON Schema describes.
  pub fn new(name: impl Into<String>, description: impl Into<String>, input_schema: impl Into<String>) -> Self {
    Self {
      name: name.into(),
      title: None,
      description: Some(description.into()),
      input_schema: input_schema.into(),
      output_schema: None,
      annotations: None,
    }
  }
}
