//! This brain never ends. The test ends it as soon as it has seen enough.
use omw_example_brains::{brain, host, info, End};

fn run() -> End {
    let me = host::whoami();
    host::subscribe_agent(&me)?;
    host::send_agent(&me, "ping");
    loop {
        info(format!("heard {:?}", host::recv()?.event));
    }
}

brain!(run);
