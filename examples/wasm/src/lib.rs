//! What the wasm brains of the examples share: the bindings of the omw contract, and the export of a function as a brain.

wit_bindgen::generate!({
    world: "omw",
    path: "wit",
    pub_export_macro: true,
    default_bindings_module: "omw_example_brains",
});

pub use exports::omw::omw::runtime::Guest;
pub use omw::omw::host;
pub use omw::omw::provider;
pub use omw::omw::tooling;
pub use omw::omw::types::*;

/// How a brain ends: with a terminal message, without one, or with an error.
pub type End = Result<Option<String>, String>;

/// A message with text and nothing else.
pub fn message(role: Role, content: impl Into<String>) -> ChatMessage {
    ChatMessage { role, content: Some(content.into()), reasoning: None, tool_call: None }
}

/// A piece of a reply to a client of the endpoint: its next text.
pub fn text_delta(content: impl Into<String>) -> ChatDelta {
    ChatDelta { content: Some(content.into()), reasoning: None, tool_call: None, finish_reason: None, usage: None }
}

/// The last piece of a reply to a client of the endpoint.
pub fn last_delta() -> ChatDelta {
    ChatDelta { content: None, reasoning: None, tool_call: None, finish_reason: Some("stop".into()), usage: None }
}

/// Logs a line for people.
pub fn info(text: impl AsRef<str>) {
    host::log("info", text.as_ref());
}

/// A component has no standard error: without this, a panic would only be a trap.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| host::log("error", &panic.to_string())));
}

/// Exports a function as the component's brain.
#[macro_export]
macro_rules! brain {
    ($run:path) => {
        struct Brain;
        impl $crate::Guest for Brain {
            fn kind() -> String {
                "wasm".into()
            }
            fn run(_script: String) -> $crate::End {
                $crate::report_panics();
                $run()
            }
            fn check(_script: String) -> Result<(), String> {
                Ok(())
            }
        }
        $crate::export!(Brain with_types_in $crate);
    };
}
