//! Handles that close themselves.

use crate::bindings::omw::omw::types::EventEnvelope;

type Close = Box<dyn FnOnce(&str)>;

/// Something open: a timer, a subscription, a streamed reply, a queued call. Dropping it closes it: no further event of it arrives, but
/// for messages of an agent that are in the inbox already.
#[must_use = "what was opened is closed when its guard is dropped"]
pub struct Guard {
  uuid: String,
  close: Option<Close>,
}

impl Guard {
  pub(crate) fn new(uuid: String, close: impl FnOnce(&str) + 'static) -> Self {
    Self { uuid, close: Some(Box::new(close)) }
  }

  /// The handle: the `id` of the events that come of it.
  pub fn uuid(&self) -> &str {
    &self.uuid
  }

  /// Whether an event came of it.
  pub fn sent(&self, envelope: &EventEnvelope) -> bool {
    envelope.id == self.uuid
  }

  /// Leaves it open and gives the handle away; it is closed at the end of the run at the latest, a subscription survives a reload.
  pub fn keep(mut self) -> String {
    self.close = None;
    std::mem::take(&mut self.uuid)
  }
}

impl Drop for Guard {
  fn drop(&mut self) {
    if let Some(close) = self.close.take() {
      close(&self.uuid);
    }
  }
}
