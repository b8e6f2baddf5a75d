//! Script values as JSON text: tool arguments and chat params.

use std::fmt::Write;

use rhai::{Array, Dynamic, Map};

use crate::handle::Outcome;

/// How deep values may nest: what common JSON parsers take, and little enough for the stack.
const MAX_DEPTH: usize = 128;

/// The map as compact JSON with sorted keys. Integers, floats, booleans, strings, arrays, maps and unit (null) are what they are in
/// JSON; anything else is its display text.
pub fn object(map: &Map) -> Outcome<String> {
    let mut text = String::new();
    write_map(&mut text, map, MAX_DEPTH)?;
    Ok(text)
}

fn write(text: &mut String, value: &Dynamic, depth: usize) -> Outcome<()> {
    if let Ok(map) = value.as_map_ref() {
        write_map(text, &map, inner(depth)?)
    } else if let Ok(array) = value.as_array_ref() {
        write_array(text, &array, inner(depth)?)
    } else {
        write_scalar(text, value);
        Ok(())
    }
}

fn inner(depth: usize) -> Outcome<usize> {
    depth.checked_sub(1).ok_or_else(|| format!("the value nests deeper than {MAX_DEPTH} levels").into())
}

fn write_map(text: &mut String, map: &Map, depth: usize) -> Outcome<()> {
    text.push('{');
    for (i, (key, value)) in map.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        write_string(text, key);
        text.push(':');
        write(text, value, depth)?;
    }
    text.push('}');
    Ok(())
}

fn write_array(text: &mut String, array: &Array, depth: usize) -> Outcome<()> {
    text.push('[');
    for (i, value) in array.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        write(text, value, depth)?;
    }
    text.push(']');
    Ok(())
}

fn write_scalar(text: &mut String, value: &Dynamic) {
    if value.is_unit() {
        text.push_str("null");
    } else if let Ok(string) = value.as_immutable_string_ref() {
        write_string(text, &string);
    } else if let Ok(float) = value.as_float() {
        // JSON has no infinity. Rust writes floats without exponents.
        if float.is_finite() { append(text, float) } else { text.push_str("null") }
    } else if value.is_int() || value.is_bool() {
        append(text, value);
    } else {
        write_string(text, &value.to_string());
    }
}

fn append(text: &mut String, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{value}");
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            control if control < ' ' => append(text, format_args!("\\u{:04x}", u32::from(control))),
            other => text.push(other),
        }
    }
    text.push('"');
}
