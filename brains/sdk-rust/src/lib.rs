//! Brains for omw in Rust.
//!
//! A brain is one function. It calls [`host`], [`Provider`] and [`Tooling`], and waits for [`host::recv`]:
//!
//! ```rust,ignore
//! use omw_brain::prelude::*;
//!
//! omw_brain::brain!(run);
//!
//! fn run() -> Result<String, String> {
//!   let model = Provider::get("model")?;
//!   let reply = model.chat("any-model", &[ChatMessage::user("Say hello.")], &[], None)?;
//!   Ok(reply.content.unwrap_or_default())
//! }
//! ```
//!
//! What the function returns is how the run ends: `()` or `None` completes it, text is the agent's terminal message, an error fails it. A
//! panic ends the instance; its text, file and line are logged before.
//!
//! What opens something returns a [`Guard`], which closes it when it goes out of scope.

/// What `wit-bindgen` makes of the contract: the records as they are, and the raw functions.
#[allow(missing_docs)]
pub mod bindings {
  wit_bindgen::generate!({
    world: "omw",
    path: "../../wit",
    pub_export_macro: true,
    export_macro_name: "export_brain",
    default_bindings_module: "omw_brain::bindings",
  });
}

mod guard;
pub mod host;
mod message;
mod outcome;
mod provider;
mod tooling;

pub use guard::Guard;
pub use outcome::{Outcome, run};
pub use provider::Provider;
pub use tooling::Tooling;

/// What most brains use.
pub mod prelude {
  pub use crate::bindings::omw::omw::types::{
    ChatDelta, ChatMessage, ChatResult, EndpointMessage, EndpointSessionEnd, Event, EventEnvelope, ResourceContent, ResourceInfo,
    ResourceTemplate, Tool, ToolCall, ToolCallDelta, ToolResult,
  };
  pub use crate::{Guard, Provider, Tooling, host};
}

/// Makes a function, or a closure that captures nothing, the component's brain. It takes nothing and returns an [`Outcome`].
#[macro_export]
macro_rules! brain {
  ($run:expr) => {
    struct OmwBrain;

    impl $crate::bindings::exports::omw::omw::runtime::Guest for OmwBrain {
      fn kind() -> String {
        "wasm".to_owned()
      }

      fn run(_script: String) -> Result<Option<String>, String> {
        $crate::run($run)
      }

      fn check(_script: String) -> Result<(), String> {
        Ok(())
      }
    }

    $crate::bindings::export_brain!(OmwBrain with_types_in $crate::bindings);
  };
}
