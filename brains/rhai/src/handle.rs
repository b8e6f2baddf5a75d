//! Handles: maps with a `name` and function pointers, so that scripts call what belongs to a provider or a tooling as methods.

use rhai::{Dynamic, EvalAltResult, FnPtr, ImmutableString, Map};

/// What a function that a script calls gives back; a text becomes an ordinary rhai error, which the script catches as that text.
pub type Outcome<T> = Result<T, Box<EvalAltResult>>;

/// A handle named `name` whose `methods` are the global functions `<family>_<method>`.
pub fn make(family: &str, name: ImmutableString, methods: &[&str]) -> Outcome<Map> {
    let mut handle = Map::new();
    handle.insert("name".into(), name.into());
    for method in methods {
        handle.insert((*method).into(), Dynamic::from(FnPtr::new(format!("{family}_{method}"))?));
    }
    Ok(handle)
}

/// The name in a handle.
pub fn name(handle: &Map) -> Outcome<ImmutableString> {
    match handle.get("name").map(|name| name.as_immutable_string_ref()) {
        Some(Ok(name)) => Ok(name.clone()),
        _ => Err("handle map missing name".into()),
    }
}
