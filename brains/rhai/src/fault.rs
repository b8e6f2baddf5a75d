//! Errors as the host shows them, and panics, which a component without WASI would die of in silence.

use rhai::EvalAltResult;

use crate::bindings::omw::omw::host;

/// The error's text, with line and position where it has them.
pub fn text(error: &EvalAltResult) -> String {
    match error.unwrap_inner() {
        // rhai shows nothing of why the budget ended the script.
        EvalAltResult::ErrorTerminated(reason, position) if position.is_none() => reason.to_string(),
        EvalAltResult::ErrorTerminated(reason, position) => format!("{reason} ({position})"),
        _ => error.to_string(),
    }
}

/// Logs the text and place of a panic, and of an allocation that failed, before the trap that follows.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| host::log("error", &format!("rhai interpreter: {info}"))));
    std::alloc::set_alloc_error_hook(|layout| panic!("out of memory: {} bytes are not to be had", layout.size()));
}
