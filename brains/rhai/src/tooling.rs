//! `omw::tooling`, and the methods of its handles, which look their tooling up anew as a provider's do.

use rhai::{Dynamic, Engine, EvalAltResult, ImmutableString, Map, Module};

use crate::bindings::omw::omw::tooling::{self, Tooling};
use crate::handle::{self, Outcome};
use crate::{budget, json, lower};

const METHODS: &[&str] = &[
    "call_tool",
    "call_tool_blocking",
    "cancel",
    "is_open",
    "kind",
    "list_resources",
    "list_tools",
    "read_resource",
    "subscribe_resource",
    "subscribe_resource_list",
    "unsubscribe_resource",
    "unsubscribe_resource_list",
];

/// The module; the methods become global functions of `engine`.
pub fn module(engine: &mut Engine) -> Module {
    register_calls(engine);
    register_resources(engine);
    let mut module = Module::new();
    module.set_native_fn("get", |name: ImmutableString| {
        get(&name)?;
        handle::make("tooling", name, METHODS)
    });
    module
}

fn register_calls(engine: &mut Engine) {
    engine
        .register_fn("tooling_kind", |handle: &mut Map| Outcome::Ok(of(handle)?.kind()))
        .register_fn("tooling_list_tools", |handle: &mut Map| Outcome::Ok(lower::list(of(handle)?.list_tools()?, lower::tool)))
        .register_fn("tooling_call_tool", |handle: &mut Map, tool: ImmutableString, arguments: Map| {
            Outcome::Ok(of(handle)?.call_tool(&tool, &json::object(&arguments)?)?)
        })
        .register_fn("tooling_call_tool_blocking", |handle: &mut Map, tool: ImmutableString, arguments: Map| {
            Outcome::Ok(lower::tool_result(of(handle)?.call_tool_blocking(&tool, &json::object(&arguments)?)?))
        })
        .register_fn("tooling_is_open", |handle: &mut Map, uuid: ImmutableString| Outcome::Ok(of(handle)?.is_open(&uuid)))
        .register_fn("tooling_cancel", |handle: &mut Map, uuid: ImmutableString| {
            of(handle)?.cancel(&uuid);
            Outcome::Ok(())
        });
}

fn register_resources(engine: &mut Engine) {
    engine
        .register_fn("tooling_list_resources", |handle: &mut Map| {
            Outcome::<Dynamic>::Ok(lower::list(of(handle)?.list_resources()?, lower::resource))
        })
        .register_fn("tooling_read_resource", |handle: &mut Map, uri: ImmutableString| {
            Outcome::Ok(lower::content(of(handle)?.read_resource(&uri)?))
        })
        .register_fn("tooling_subscribe_resource_list", |handle: &mut Map| Outcome::Ok(of(handle)?.subscribe_resource_list()?))
        .register_fn("tooling_unsubscribe_resource_list", |handle: &mut Map, uuid: ImmutableString| {
            of(handle)?.unsubscribe_resource_list(&uuid);
            Outcome::Ok(())
        })
        .register_fn("tooling_subscribe_resource", |handle: &mut Map, uri: ImmutableString| {
            Outcome::Ok(of(handle)?.subscribe_resource(&uri)?)
        })
        .register_fn("tooling_unsubscribe_resource", |handle: &mut Map, uuid: ImmutableString| {
            of(handle)?.unsubscribe_resource(&uuid);
            Outcome::Ok(())
        });
}

/// The tooling of a handle.
fn of(handle: &Map) -> Outcome<Tooling> {
    get(&handle::name(handle)?)
}

fn get(name: &str) -> Result<Tooling, Box<EvalAltResult>> {
    budget::renew();
    Ok(tooling::get(name)?)
}
