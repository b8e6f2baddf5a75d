//! The engine that scripts run on.

use rhai::module_resolvers::DummyModuleResolver;
use rhai::{Engine, INT, Module};

use crate::bindings::omw::omw::host as omw_host;
use crate::{budget, host, provider, size, tooling};

/// How deep calls of script functions may nest: rhai's own default, as in the reference.
const MAX_CALL_DEPTH: usize = 64;

/// How deep expressions may nest, at the top level and in functions: rhai's own defaults.
const MAX_EXPRESSION_DEPTH: (usize, usize) = (64, 32);

/// A new engine with the module `omw`.
pub fn build() -> Engine {
    let mut engine = Engine::new();
    engine.set_max_call_levels(MAX_CALL_DEPTH);
    engine.set_max_expr_depths(MAX_EXPRESSION_DEPTH.0, MAX_EXPRESSION_DEPTH.1);
    engine.set_module_resolver(DummyModuleResolver::new());
    budget::apply(&mut engine);
    size::guard(&mut engine);
    print_to_log(&mut engine);
    sleep_in_host(&mut engine);

    let mut omw = Module::new();
    omw.set_sub_module("provider", provider::module(&mut engine));
    omw.set_sub_module("tooling", tooling::module(&mut engine));
    omw.set_sub_module("host", host::module());
    engine.register_static_module("omw", omw.into());
    engine
}

/// `print` and `debug` write log lines; there is no standard output.
fn print_to_log(engine: &mut Engine) {
    engine.on_print(|text| {
        budget::renew();
        omw_host::log("info", text);
    });
    engine.on_debug(|text, _, position| {
        budget::renew();
        let place = if position.is_none() { String::new() } else { format!(" ({position})") };
        omw_host::log("debug", &format!("{text}{place}"));
    });
}

/// rhai's own `sleep` stops a thread, which a component cannot; both forms take seconds, and do nothing for negative ones.
fn sleep_in_host(engine: &mut Engine) {
    engine.register_fn("sleep", |seconds: INT| {
        if seconds > 0 {
            budget::renew();
            omw_host::sleep_for(seconds.unsigned_abs().saturating_mul(1000));
        }
    });
    engine.register_fn("sleep", |seconds: f64| {
        if seconds > 0.0 {
            budget::renew();
            // The conversion saturates.
            omw_host::sleep_for((seconds * 1000.0) as u64);
        }
    });
}
