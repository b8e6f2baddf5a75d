//! How a run ends.

use crate::host;
use std::fmt::Display;

/// What a brain's function may return.
pub trait Outcome {
  /// The terminal message if there is one, or what the run failed with.
  fn into_end(self) -> Result<Option<String>, String>;
}

impl<E: Display> Outcome for Result<(), E> {
  fn into_end(self) -> Result<Option<String>, String> {
    self.map(|()| None).map_err(|error| error.to_string())
  }
}

impl<E: Display> Outcome for Result<String, E> {
  fn into_end(self) -> Result<Option<String>, String> {
    self.map(Some).map_err(|error| error.to_string())
  }
}

impl<E: Display> Outcome for Result<Option<String>, E> {
  fn into_end(self) -> Result<Option<String>, String> {
    self.map_err(|error| error.to_string())
  }
}

/// Runs a brain's function; [`brain!`](crate::brain) calls it.
pub fn run<T: Outcome>(brain: impl FnOnce() -> T) -> Result<Option<String>, String> {
  std::panic::set_hook(Box::new(|panic| {
    let text = panic.payload_as_str().unwrap_or("a value that is no text");
    let place = panic.location().map(|at| format!(" at {}:{}:{}", at.file(), at.line(), at.column())).unwrap_or_default();
    host::error(&format!("the brain panicked{place}: {text}"));
  }));
  brain().into_end()
}
