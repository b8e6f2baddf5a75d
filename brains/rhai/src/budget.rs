//! What a script may take: operations between two calls of the host, and memory.
//!
//! rhai's own limits for strings, arrays and maps are not used: with any of them set, it counts all that is in an array or a map after
//! every call on it, so that filling one takes time that grows with the square of its size. All values live in the component's one
//! memory, whose size is known without counting; `size.rs` guards the functions that could outgrow it in a single step.

use std::cell::Cell;

use rhai::{Dynamic, Engine};

/// How many operations a script may do without a call of the host, after which it is taken for an endless loop. An empty loop gets
/// there in some 5 s (measured); a loop that does something takes several times as long.
pub const MAX_OPERATIONS: u64 = 200_000_000;

/// How large the memory may be between two operations, in bytes: half of what a brain process has by default.
pub const MAX_MEMORY: usize = 256 * 1024 * 1024;

#[cfg(target_family = "wasm")]
const PAGE: usize = 64 * 1024;

thread_local! {
    static RENEWED: Cell<bool> = const { Cell::new(false) };
}

/// Counts operations anew: the script has called the host.
pub fn renew() {
    RENEWED.set(true);
}

/// Makes the engine stop a script that takes too much.
pub fn apply(engine: &mut Engine) {
    let begun = Cell::new(0);
    engine.on_progress(move |operations| {
        if RENEWED.replace(false) {
            begun.set(operations);
        }
        // What `parse_json` and `eval` run is counted from zero again, so the count may lie below where the stretch began.
        if operations.saturating_sub(begun.get()) > MAX_OPERATIONS {
            return Some(Dynamic::from(format!("Too many operations: more than {MAX_OPERATIONS} without a call of the host")));
        }
        if memory() > MAX_MEMORY {
            return Some(Dynamic::from(format!("Too much memory: the script's values take more than {} MiB", MAX_MEMORY >> 20)));
        }
        None
    });
}

/// The size of the component's memory in bytes. It never shrinks.
#[cfg(target_family = "wasm")]
fn memory() -> usize {
    core::arch::wasm32::memory_size(0) * PAGE
}

#[cfg(not(target_family = "wasm"))]
fn memory() -> usize {
    0
}
