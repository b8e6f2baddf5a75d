//! Follows a tool server's list of resources, then one resource, and reads it whenever it changed.
use omw_example_brains::{brain, host, info, tooling, End, Event};

const NOTES: &str = "mem://notes";

/// The next event of one subscription.
fn next(id: &str) -> Result<Event, String> {
    loop {
        let envelope = host::recv()?;
        match envelope.event {
            _ if envelope.id != id => continue,
            Event::Error(text) => return Err(text),
            event => return Ok(event),
        }
    }
}

fn run() -> End {
    let docs = tooling::get("docs")?;

    let list = docs.subscribe_resource_list()?;
    info(format!("listed: {}", docs.list_resources()?.len()));
    info(format!("{:?}", next(&list)?));
    info(format!("listed: {}", docs.list_resources()?.len()));
    info(format!("{:?}", next(&list)?));

    let notes = docs.subscribe_resource(NOTES)?;
    info(format!("before: {}", docs.read_resource(NOTES)?.content));
    info(format!("{:?}", next(&notes)?));
    info(format!("after: {}", docs.read_resource(NOTES)?.content));

    docs.unsubscribe_resource_list(&list);
    docs.unsubscribe_resource(&notes);
    Ok(None)
}

brain!(run);
