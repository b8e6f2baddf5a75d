//! A script's value as the agent's terminal message.

use rhai::Dynamic;

/// The value's display text; nothing for unit.
pub fn text(value: &Dynamic) -> Option<String> {
    if value.is_unit() { None } else { Some(value.to_string()) }
}
