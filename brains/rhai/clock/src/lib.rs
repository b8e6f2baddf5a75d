//! The part of the crate `web-time` that rhai uses, on the clock of omw's host.
//!
//! The published crate asks a browser through JavaScript bindings, which a component has not. This one asks `omw:omw/host`, so that
//! the interpreter needs no other import. It resolves milliseconds.

use core::ops::{Add, AddAssign, Sub, SubAssign};
pub use core::time::Duration;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "omw:omw/host")]
unsafe extern "C" {
    /// Milliseconds since the Unix epoch.
    #[link_name = "time-now"]
    safe fn time_now() -> i64;
}

#[cfg(not(target_family = "wasm"))]
fn time_now() -> i64 {
    0
}

/// A moment, in whole milliseconds of the host's clock or as computed from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Self(Duration::from_millis(time_now().max(0).cast_unsigned()))
    }

    /// How long ago the moment was; nothing when the host's clock was set back behind it.
    pub fn elapsed(&self) -> Duration {
        Self::now().duration_since(*self)
    }

    /// How much later this moment is than `earlier`; nothing when it is not.
    pub fn duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// A later moment, if it can be told.
    pub fn checked_add(&self, duration: Duration) -> Option<Self> {
        self.0.checked_add(duration).map(Self)
    }

    /// An earlier moment, if it can be told.
    pub fn checked_sub(&self, duration: Duration) -> Option<Self> {
        self.0.checked_sub(duration).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        *self = *self + duration;
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(duration))
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, duration: Duration) {
        *self = *self - duration;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }
}
