//! Script values to the contract's records: messages, tools, deltas, numbers.

use rhai::{Array, Dynamic, INT, Map};

use crate::bindings::omw::omw::types::{ChatDelta, ChatMessage, Role, Tool, ToolCall, Usage};
use crate::handle::Outcome;
use crate::json;

/// A time or a duration.
pub fn ticks(value: INT) -> Outcome<u64> {
    u64::try_from(value).map_err(|_| "expected a non-negative integer".into())
}

/// The messages of a conversation.
pub fn messages(values: &Array) -> Outcome<Vec<ChatMessage>> {
    values.iter().map(message).collect()
}

/// The tools of a chat.
pub fn tools(values: &Array) -> Outcome<Vec<Tool>> {
    values.iter().map(tool).collect()
}

/// The params of a chat: a map, or JSON text as it is; unit and the empty text are none.
pub fn params(value: &Dynamic) -> Outcome<Option<String>> {
    if value.is_unit() {
        return Ok(None);
    }
    if let Ok(map) = value.as_map_ref() {
        return json::object(&map).map(Some);
    }
    match value.as_immutable_string_ref() {
        Ok(text) => Ok(Some(text.to_string()).filter(|text| !text.is_empty())),
        Err(_) => Err("params must be a map or a JSON string".into()),
    }
}

/// A piece of a reply for an endpoint session.
pub fn delta(map: &Map) -> Outcome<ChatDelta> {
    Ok(ChatDelta {
        content: text(map, "content"),
        reasoning: text(map, "reasoning"),
        tool_call: tool_call(map)?,
        finish_reason: text(map, "finish_reason"),
        usage: usage(map)?,
    })
}

fn message(value: &Dynamic) -> Outcome<ChatMessage> {
    let Ok(map) = value.as_map_ref() else {
        return Err("chat message must be a map".into());
    };
    Ok(ChatMessage {
        role: role(text(&map, "role").as_deref()),
        content: text(&map, "content"),
        reasoning: text(&map, "reasoning"),
        tool_call: tool_call(&map)?,
    })
}

fn role(name: Option<&str>) -> Role {
    match name {
        Some("system") => Role::System,
        Some("assistant") => Role::Assistant,
        Some("tool") => Role::Tool,
        _ => Role::User,
    }
}

fn tool(value: &Dynamic) -> Outcome<Tool> {
    let Ok(map) = value.as_map_ref() else {
        return Err("tool must be a map".into());
    };
    Ok(Tool {
        name: text(&map, "name").ok_or("tool missing name")?,
        description: text(&map, "description"),
        input_schema: text(&map, "input_schema").unwrap_or_else(|| "{}".into()),
    })
}

/// The call in a message or delta. Unit counts as absent, so that what `recv` gave can be handed on.
fn tool_call(map: &Map) -> Outcome<Option<ToolCall>> {
    let Some(value) = map.get("tool_call").filter(|value| !value.is_unit()) else {
        return Ok(None);
    };
    let Ok(call) = value.as_map_ref() else {
        return Err("tool_call must be a map".into());
    };
    Ok(Some(ToolCall {
        id: text(&call, "id").ok_or("tool_call missing id")?,
        name: text(&call, "name").ok_or("tool_call missing name")?,
        arguments: text(&call, "arguments").ok_or("tool_call missing arguments")?,
    }))
}

fn usage(map: &Map) -> Outcome<Option<Usage>> {
    let Some(value) = map.get("usage").filter(|value| !value.is_unit()) else {
        return Ok(None);
    };
    let Ok(counts) = value.as_map_ref() else {
        return Err("usage must be a map".into());
    };
    let count = |key| counts.get(key).and_then(|value: &Dynamic| value.as_int().ok()).and_then(|count| u64::try_from(count).ok());
    Ok(Some(Usage {
        prompt_tokens: count("prompt_tokens"),
        completion_tokens: count("completion_tokens"),
        total_tokens: count("total_tokens"),
    }))
}

/// A member that is a string; of any other type it counts as absent.
fn text(map: &Map, key: &str) -> Option<String> {
    map.get(key)?.as_immutable_string_ref().ok().map(|text| text.to_string())
}
