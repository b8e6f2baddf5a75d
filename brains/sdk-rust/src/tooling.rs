//! Configured tooling.

use crate::Guard;
use crate::bindings::omw::omw::tooling as raw;
use crate::bindings::omw::omw::types::{ResourceContent, ResourceInfo, ResourceTemplate, Tool, ToolResult};

/// A configured tooling.
pub struct Tooling {
  name: String,
  inner: raw::Tooling,
}

impl Tooling {
  /// The tooling of this name; an error when the config has none.
  pub fn get(name: &str) -> Result<Self, String> {
    Ok(Self { name: name.to_owned(), inner: raw::get(name)? })
  }

  /// Its name in the config.
  pub fn name(&self) -> &str {
    &self.name
  }

  /// Its registered kind, such as `mcp`.
  pub fn kind(&self) -> String {
    self.inner.kind()
  }

  /// Its tools.
  pub fn list_tools(&self) -> Result<Vec<Tool>, String> {
    self.inner.list_tools()
  }

  /// Queues a call; a `tool-result` or an `error` event follows. `arguments` is a JSON object.
  pub fn call(&self, tool: &str, arguments: &str) -> Result<Guard, String> {
    let uuid = self.inner.call_tool(tool, arguments)?;
    Ok(self.guard(uuid, |tooling, uuid| tooling.cancel(uuid)))
  }

  /// Waits for a tool's answer. `arguments` is a JSON object.
  pub fn call_blocking(&self, tool: &str, arguments: &str) -> Result<ToolResult, String> {
    self.inner.call_tool_blocking(tool, arguments)
  }

  /// Whether a queued call is still open.
  pub fn is_open(&self, call: &Guard) -> bool {
    self.inner.is_open(call.uuid())
  }

  /// Its resources.
  pub fn list_resources(&self) -> Result<Vec<ResourceInfo>, String> {
    self.inner.list_resources()
  }

  /// Its resource templates.
  pub fn list_resource_templates(&self) -> Result<Vec<ResourceTemplate>, String> {
    self.inner.list_resource_templates()
  }

  /// What a resource holds; one read may bring several contents.
  pub fn read_resource(&self, uri: &str) -> Result<Vec<ResourceContent>, String> {
    self.inner.read_resource(uri)
  }

  /// Follows the list of resources: `resource-list-updated` events follow.
  pub fn follow_list(&self) -> Result<Guard, String> {
    let uuid = self.inner.subscribe_resource_list()?;
    Ok(self.guard(uuid, |tooling, uuid| tooling.unsubscribe_resource_list(uuid)))
  }

  /// Follows a resource: `resource-updated` events follow.
  pub fn follow(&self, uri: &str) -> Result<Guard, String> {
    let uuid = self.inner.subscribe_resource(uri)?;
    Ok(self.guard(uuid, |tooling, uuid| tooling.unsubscribe_resource(uuid)))
  }

  fn guard(&self, uuid: String, close: fn(&raw::Tooling, &str)) -> Guard {
    let name = self.name.clone();
    Guard::new(uuid, move |uuid| {
      if let Ok(tooling) = raw::get(&name) {
        close(&tooling, uuid);
      }
    })
  }
}
