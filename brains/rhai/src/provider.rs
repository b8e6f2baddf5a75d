//! `omw::provider`, and the methods of its handles.
//!
//! Every method looks its provider up anew, because a handle is a map that a script may make, change or keep over a reload.

use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map, Module};

use crate::bindings::omw::omw::provider::{self, Provider};
use crate::handle::{self, Outcome};
use crate::{budget, lift, lower};

const METHODS: &[&str] = &["cancel", "chat", "chat_stream", "is_open", "kind", "list_models"];

/// The module; the methods become global functions of `engine`.
pub fn module(engine: &mut Engine) -> Module {
    register_methods(engine);
    let mut module = Module::new();
    module.set_native_fn("get", |name: ImmutableString| {
        get(&name)?;
        handle::make("provider", name, METHODS)
    });
    module
}

fn register_methods(engine: &mut Engine) {
    engine
        .register_fn("provider_kind", |handle: &mut Map| Outcome::Ok(of(handle)?.kind()))
        .register_fn("provider_list_models", |handle: &mut Map| {
            Outcome::Ok(lower::list(of(handle)?.list_models()?, Dynamic::from))
        })
        .register_fn("provider_chat", |handle: &mut Map, model: ImmutableString, messages: Array, tools: Array| {
            chat(handle, &model, &messages, &tools, &Dynamic::UNIT)
        })
        .register_fn(
            "provider_chat",
            |handle: &mut Map, model: ImmutableString, messages: Array, tools: Array, params: Dynamic| {
                chat(handle, &model, &messages, &tools, &params)
            },
        )
        .register_fn("provider_chat_stream", |handle: &mut Map, model: ImmutableString, messages: Array, tools: Array| {
            chat_stream(handle, &model, &messages, &tools, &Dynamic::UNIT)
        })
        .register_fn(
            "provider_chat_stream",
            |handle: &mut Map, model: ImmutableString, messages: Array, tools: Array, params: Dynamic| {
                chat_stream(handle, &model, &messages, &tools, &params)
            },
        )
        .register_fn("provider_is_open", |handle: &mut Map, uuid: ImmutableString| Outcome::Ok(of(handle)?.is_open(&uuid)))
        .register_fn("provider_cancel", |handle: &mut Map, uuid: ImmutableString| {
            of(handle)?.cancel(&uuid);
            Outcome::Ok(())
        });
}

fn chat(handle: &Map, model: &str, messages: &Array, tools: &Array, params: &Dynamic) -> Outcome<Dynamic> {
    let provider = of(handle)?;
    let params = lift::params(params)?;
    let result = provider.chat(model, &lift::messages(messages)?, &lift::tools(tools)?, params.as_deref())?;
    Ok(lower::chat_result(result))
}

fn chat_stream(handle: &Map, model: &str, messages: &Array, tools: &Array, params: &Dynamic) -> Outcome<String> {
    let provider = of(handle)?;
    let params = lift::params(params)?;
    Ok(provider.chat_stream(model, &lift::messages(messages)?, &lift::tools(tools)?, params.as_deref())?)
}

/// The provider of a handle.
fn of(handle: &Map) -> Outcome<Provider> {
    get(&handle::name(handle)?)
}

fn get(name: &str) -> Result<Provider, Box<EvalAltResult>> {
    budget::renew();
    Ok(provider::get(name)?)
}
