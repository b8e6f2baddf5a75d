//! The rhai interpreter of omw: a component that exports the contract's `runtime` and runs script texts.
//!
//! What scripts see is the documented API (module `omw`, handles as maps, snake_case, integers). It imports nothing but the contract.

#![feature(alloc_error_hook)]

mod answer;
mod bindings;
mod budget;
mod engine;
mod fault;
mod handle;
mod host;
mod json;
mod lift;
mod lower;
mod provider;
mod size;
mod tooling;

use bindings::exports::omw::omw::runtime::Guest;

struct Interpreter;

bindings::export!(Interpreter with_types_in bindings);

impl Guest for Interpreter {
    fn kind() -> String {
        "rhai".into()
    }

    fn run(script: String) -> Result<Option<String>, String> {
        fault::report_panics();
        let value = engine::build().eval::<rhai::Dynamic>(&script).map_err(|error| fault::text(&error))?;
        Ok(answer::text(&value))
    }

    fn check(script: String) -> Result<(), String> {
        fault::report_panics();
        engine::build().compile(&script).map(drop).map_err(|error| error.to_string())
    }
}
