//! Warms up before it answers; the test sends its request only after that.
use omw_example_brains::{brain, host, last_delta, message, provider, text_delta, End, Event, Role};

fn run() -> End {
    let subscription = host::subscribe_endpoint("gpt-4o")?;
    let reply = provider::get("openai")?.chat("gpt-4o", &[message(Role::System, "warm up")], &[], None)?;

    let Event::EndpointMessage(request) = host::recv()?.event else { return Err("expected a request".into()) };
    host::stream_endpoint(&request.session, &text_delta(reply.content.unwrap_or_default()))?;
    host::stream_endpoint(&request.session, &last_delta())?;
    host::unsubscribe_endpoint(&subscription);
    Ok(None)
}

brain!(run);
