//! Configured providers.

use crate::Guard;
use crate::bindings::omw::omw::provider as raw;
use crate::bindings::omw::omw::types::{ChatMessage, ChatResult, Tool};

/// A configured provider.
pub struct Provider {
  name: String,
  inner: raw::Provider,
}

impl Provider {
  /// The provider of this name; an error when the config has none.
  pub fn get(name: &str) -> Result<Self, String> {
    Ok(Self { name: name.to_owned(), inner: raw::get(name)? })
  }

  /// Its name in the config.
  pub fn name(&self) -> &str {
    &self.name
  }

  /// Its registered kind, such as `openai`.
  pub fn kind(&self) -> String {
    self.inner.kind()
  }

  /// The models that it offers.
  pub fn list_models(&self) -> Result<Vec<String>, String> {
    self.inner.list_models()
  }

  /// Waits for a whole reply. `params` is a JSON object of further settings, such as `{"temperature":0}`.
  pub fn chat(&self, model: &str, messages: &[ChatMessage], tools: &[Tool], params: Option<&str>) -> Result<ChatResult, String> {
    self.inner.chat(model, messages, tools, params)
  }

  /// Opens a streamed reply: `chat-delta` events follow, then `chat-end` or `error`.
  pub fn chat_stream(&self, model: &str, messages: &[ChatMessage], tools: &[Tool], params: Option<&str>) -> Result<Guard, String> {
    let uuid = self.inner.chat_stream(model, messages, tools, params)?;
    let name = self.name.clone();
    Ok(Guard::new(uuid, move |uuid| {
      if let Ok(provider) = raw::get(&name) {
        provider.cancel(uuid);
      }
    }))
  }

  /// Whether a streamed reply is still open.
  pub fn is_open(&self, stream: &Guard) -> bool {
    self.inner.is_open(stream.uuid())
  }
}
