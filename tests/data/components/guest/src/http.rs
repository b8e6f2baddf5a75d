//! `wasi:http`, which std does not have.

use crate::Outcome;
use wasip2::http::outgoing_handler::handle;
use wasip2::http::types::{Fields, IncomingBody, Method, OutgoingBody, OutgoingRequest, Scheme};
use wasip2::io::streams::StreamError;

/// Sends a request and reads the whole answer: its status, a header, its body.
pub fn fetch(method: &str, url: &str, body: &str) -> Outcome {
    let (scheme, rest) = url.split_once("://").ok_or("no scheme")?;
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let headers = Fields::from_list(&[("x-guest".into(), b"yes".to_vec())]).map_err(|error| format!("{error:?}"))?;
    let request = OutgoingRequest::new(headers);
    let verb = match method {
        "GET" => Method::Get,
        "POST" => Method::Post,
        other => Method::Other(other.into()),
    };
    request.set_method(&verb).map_err(|_| "the method was refused")?;
    let scheme = match scheme {
        "http" => Scheme::Http,
        "https" => Scheme::Https,
        other => Scheme::Other(other.into()),
    };
    request.set_scheme(Some(&scheme)).map_err(|_| "the scheme was refused")?;
    request.set_authority(Some(authority)).map_err(|_| "the authority was refused")?;
    request.set_path_with_query(Some(&format!("/{path}"))).map_err(|_| "the path was refused")?;
    let outgoing = request.body().map_err(|_| "no body")?;
    let future = handle(request, None).map_err(|error| format!("{error:?}"))?;
    if !body.is_empty() {
        let stream = outgoing.write().map_err(|_| "no stream")?;
        for piece in body.as_bytes().chunks(4096) {
            stream.blocking_write_and_flush(piece)?;
        }
    }
    OutgoingBody::finish(outgoing, None).map_err(|error| format!("{error:?}"))?;
    let response = loop {
        match future.get() {
            Some(Ok(Ok(response))) => break response,
            Some(Ok(Err(error))) => return Err(format!("{error:?}").into()),
            Some(Err(())) => return Err("it was taken already".into()),
            None => future.subscribe().block(),
        }
    };
    let kind = response.headers().get("x-answer").first().map(|value| String::from_utf8_lossy(value).into_owned());
    let status = response.status();
    let incoming = response.consume().map_err(|_| "no body")?;
    let stream = incoming.stream().map_err(|_| "no stream")?;
    let mut text = Vec::new();
    loop {
        match stream.blocking_read(65_536) {
            Ok(bytes) => text.extend(bytes),
            Err(StreamError::Closed) => break,
            Err(error) => return Err(error.into()),
        }
    }
    drop(stream);
    let _ = IncomingBody::finish(incoming);
    Ok(format!("{status} {} {}", kind.unwrap_or_default(), String::from_utf8_lossy(&text)))
}
