//! Two agents run this one file, and each plays with itself: what is sent arrives only where somebody subscribed to the sender.
use omw_example_brains::{brain, host, info, End, Event};

fn run() -> End {
    let me = host::whoami();
    let subscription = host::subscribe_agent(&me)?;
    host::memory_set("sub", &subscription); // of this agent alone, though the file is shared

    for word in ["ping", "pong"] {
        host::send_agent(&me, word);
        match host::recv()?.event {
            Event::Message(text) if text == word => {}
            other => return Err(format!("expected the {word}, found {other:?}")),
        }
    }

    host::unsubscribe_agent(&subscription);
    info(format!("{me} has played"));
    Ok(None)
}

brain!(run);
