//! An agent that is a model to others: clients of the endpoint ask for "gpt-4o", and this brain passes their questions on.
use omw_example_brains::{brain, host, last_delta, provider, text_delta, End, Event};

const REQUESTS: usize = 2;

fn run() -> End {
    let model = provider::get("openai")?;
    let subscription = host::subscribe_endpoint("gpt-4o")?;

    let mut served = 0;
    while served < REQUESTS {
        // Anything else is the end of a session, for instance.
        let Event::EndpointMessage(request) = host::recv()?.event else { continue };
        let reply = model.chat("gpt-4o", &request.messages, &[], None)?;
        host::stream_endpoint(&request.session, &text_delta(reply.content.unwrap_or_default()))?;
        host::stream_endpoint(&request.session, &last_delta())?; // ends the session
        served += 1;
    }

    host::unsubscribe_endpoint(&subscription);
    Ok(None)
}

brain!(run);
