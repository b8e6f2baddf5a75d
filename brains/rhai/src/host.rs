//! `omw::host`: what the host offers to every brain.

use rhai::{Blob, Dynamic, INT, ImmutableString, Map, Module};

use crate::bindings::omw::omw::host;
use crate::handle::Outcome;
use crate::{budget, lift, lower};

/// The module.
pub fn module() -> Module {
    let mut module = Module::new();
    time(&mut module);
    timers(&mut module);
    subscriptions(&mut module);
    events(&mut module);
    helpers(&mut module);
    module
}

/// Lends the script a call of the host.
fn call<T>(make: impl FnOnce() -> T) -> Outcome<T> {
    budget::renew();
    Ok(make())
}

/// As `call`, for calls that can fail.
fn attempt<T>(make: impl FnOnce() -> Result<T, String>) -> Outcome<T> {
    budget::renew();
    Ok(make()?)
}

fn time(module: &mut Module) {
    module.set_native_fn("time_now", || call(|| lower::integer(host::time_now())));
    module.set_native_fn("time_format", |ts: INT, format: ImmutableString| {
        let ts = lift::ticks(ts)?;
        call(|| host::time_format(ts, &format))
    });
    module.set_native_fn("sleep_for", |ms: INT| {
        let ms = lift::ticks(ms)?;
        call(|| host::sleep_for(ms))
    });
    module.set_native_fn("sleep_until", |ts: INT| {
        let ts = lift::ticks(ts)?;
        attempt(|| host::sleep_until(ts))
    });
    module.set_native_fn("sleep_cron", |spec: ImmutableString| attempt(|| host::sleep_cron(&spec)));
}

fn timers(module: &mut Module) {
    module.set_native_fn("wait_until", |ts: INT| {
        let ts = lift::ticks(ts)?;
        attempt(|| host::wait_until(ts))
    });
    module.set_native_fn("wait_for", |ms: INT| {
        let ms = lift::ticks(ms)?;
        attempt(|| host::wait_for(ms))
    });
    module.set_native_fn("wait_cron", |spec: ImmutableString| attempt(|| host::wait_cron(&spec)));
    module.set_native_fn("cancel_timer", |uuid: ImmutableString| call(|| host::cancel_timer(&uuid)));
}

fn subscriptions(module: &mut Module) {
    module.set_native_fn("subscribe_lifecycle", || attempt(host::subscribe_lifecycle));
    module.set_native_fn("unsubscribe_lifecycle", |uuid: ImmutableString| call(|| host::unsubscribe_lifecycle(&uuid)));
    module.set_native_fn("subscribe_agent", |agent: ImmutableString| attempt(|| host::subscribe_agent(&agent)));
    module.set_native_fn("unsubscribe_agent", |uuid: ImmutableString| call(|| host::unsubscribe_agent(&uuid)));
    module.set_native_fn("subscribe_endpoint", |model: ImmutableString| attempt(|| host::subscribe_endpoint(&model)));
    module.set_native_fn("unsubscribe_endpoint", |uuid: ImmutableString| call(|| host::unsubscribe_endpoint(&uuid)));
}

fn events(module: &mut Module) {
    module.set_native_fn("recv", || attempt(host::recv).map(lower::envelope));
    module.set_native_fn("try_recv", || Ok(attempt(host::try_recv)?.map_or(Dynamic::UNIT, lower::envelope)));
    module.set_native_fn("send_agent", |agent: ImmutableString, payload: ImmutableString| {
        call(|| host::send_agent(&agent, &payload))
    });
    module.set_native_fn("stream_endpoint", |session: ImmutableString, delta: Map| {
        let delta = lift::delta(&delta)?;
        attempt(|| host::stream_endpoint(&session, &delta))
    });
}

fn helpers(module: &mut Module) {
    module.set_native_fn("log", |level: ImmutableString, message: ImmutableString| call(|| host::log(&level, &message)));
    module.set_native_fn("whoami", || call(host::whoami));
    module.set_native_fn("new_uuid", || call(host::new_uuid));
    module.set_native_fn("base64_encode", |bytes: Blob| call(|| host::base64_encode(&bytes)));
    module.set_native_fn("base64_decode", |data: ImmutableString| attempt(|| host::base64_decode(&data)).map(Dynamic::from_blob));
    module.set_native_fn("memory_get", |key: ImmutableString| {
        call(|| host::memory_get(&key).map_or(Dynamic::UNIT, Dynamic::from))
    });
    module.set_native_fn("memory_set", |key: ImmutableString, value: ImmutableString| call(|| host::memory_set(&key, &value)));
    module.set_native_fn("memory_remove", |key: ImmutableString| call(|| host::memory_remove(&key)));
}
