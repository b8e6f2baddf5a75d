//! The contract's records to script values: maps without the members that are absent.

use rhai::{Array, Dynamic, INT, Map};

use crate::bindings::omw::omw::types::{
    ChatDelta, ChatMessage, ChatResult, EndpointMessage, EndpointSessionEnd, Event, EventEnvelope, ResourceContent, ResourceInfo, Role,
    Tool, ToolCall, ToolResult, Usage,
};

/// A map that is being filled.
#[derive(Default)]
struct Record(Map);

impl Record {
    fn with(mut self, key: &str, value: impl Into<Dynamic>) -> Self {
        self.0.insert(key.into(), value.into());
        self
    }

    fn with_some(self, key: &str, value: Option<impl Into<Dynamic>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

impl From<Record> for Dynamic {
    fn from(record: Record) -> Self {
        Dynamic::from_map(record.0)
    }
}

/// Every item of a list.
pub fn list<T>(items: Vec<T>, lower: impl Fn(T) -> Dynamic) -> Dynamic {
    Dynamic::from_array(items.into_iter().map(lower).collect::<Array>())
}

/// An event with its source.
pub fn envelope(EventEnvelope { id, event }: EventEnvelope) -> Dynamic {
    let (kind, payload) = payload(event);
    Record::default().with("id", id).with("kind", kind).with("payload", payload).into()
}

/// A whole reply.
pub fn chat_result(result: ChatResult) -> Dynamic {
    Record::default()
        .with_some("content", result.content)
        .with_some("reasoning", result.reasoning)
        .with("tool_calls", list(result.tool_calls, tool_call))
        .with_some("finish_reason", result.finish_reason)
        .with_some("usage", result.usage.map(usage))
        .into()
}

/// A tool.
pub fn tool(tool: Tool) -> Dynamic {
    Record::default()
        .with("name", tool.name)
        .with_some("description", tool.description)
        .with("input_schema", tool.input_schema)
        .into()
}

/// What a tool answered.
pub fn tool_result(result: ToolResult) -> Dynamic {
    Record::default().with("name", result.name).with("arguments", result.arguments).with("value", result.value).into()
}

/// A listed resource.
pub fn resource(resource: ResourceInfo) -> Dynamic {
    Record::default()
        .with("uri", resource.uri)
        .with("name", resource.name)
        .with_some("description", resource.description)
        .with_some("mime_type", resource.mime_type)
        .into()
}

/// What a resource holds.
pub fn content(content: ResourceContent) -> Dynamic {
    Record::default().with("uri", content.uri).with_some("mime_type", content.mime_type).with("content", content.content).into()
}

fn payload(event: Event) -> (&'static str, Dynamic) {
    match event {
        Event::Message(text) => ("message", text.into()),
        Event::Error(text) => ("error", text.into()),
        Event::Timer => ("timer", Dynamic::UNIT),
        Event::Reload => ("reload", Dynamic::UNIT),
        Event::Shutdown => ("shutdown", Dynamic::UNIT),
        Event::ChatDelta(delta) => ("chat-delta", chat_delta(delta)),
        Event::ChatEnd => ("chat-end", Dynamic::UNIT),
        Event::ToolResult(result) => ("tool-result", tool_result(result)),
        Event::ResourceListUpdated(resources) => ("resource-list-updated", list(resources, resource)),
        Event::ResourceUpdated(updated) => ("resource-updated", content(updated)),
        Event::EndpointMessage(message) => ("endpoint-message", endpoint_message(message)),
        Event::EndpointSessionEnd(end) => ("endpoint-session-end", session_end(end)),
    }
}

fn chat_delta(delta: ChatDelta) -> Dynamic {
    Record::default()
        .with_some("content", delta.content)
        .with_some("reasoning", delta.reasoning)
        .with_some("tool_call", delta.tool_call.map(tool_call))
        .with_some("finish_reason", delta.finish_reason)
        .with_some("usage", delta.usage.map(usage))
        .into()
}

fn endpoint_message(message: EndpointMessage) -> Dynamic {
    Record::default()
        .with("session", message.session)
        .with("messages", list(message.messages, chat_message))
        .with("tools", list(message.tools, tool))
        .with_some("params", message.params)
        .into()
}

fn session_end(end: EndpointSessionEnd) -> Dynamic {
    Record::default().with("session", end.session).with_some("error", end.error).into()
}

fn chat_message(message: ChatMessage) -> Dynamic {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    };
    Record::default()
        .with("role", role)
        .with_some("content", message.content)
        .with_some("reasoning", message.reasoning)
        .with_some("tool_call", message.tool_call.map(tool_call))
        .into()
}

fn tool_call(call: ToolCall) -> Dynamic {
    Record::default().with("id", call.id).with("name", call.name).with("arguments", call.arguments).into()
}

fn usage(usage: Usage) -> Dynamic {
    Record::default()
        .with_some("prompt_tokens", usage.prompt_tokens.map(integer))
        .with_some("completion_tokens", usage.completion_tokens.map(integer))
        .with_some("total_tokens", usage.total_tokens.map(integer))
        .into()
}

/// A count or a time as rhai's integer; one beyond its range, which none can be, is the largest.
pub fn integer(value: u64) -> INT {
    INT::try_from(value).unwrap_or(INT::MAX)
}
