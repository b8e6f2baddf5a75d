//! A brain that performs its arguments, one command each, and ends with what came of them, a line each: `ok …` or `err …`.
//! A command's words are separated by spaces. Files and network go through std wherever it can; the words of `raw` go to WASI itself.

mod http;
mod net;
mod raw;

use std::fs;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

wit_bindgen::generate!({ path: "wit", world: "omw", generate_all });

use exports::omw::omw::runtime::Guest;
use omw::omw::host::log;

/// What a command came to.
pub type Outcome = Result<String, Box<dyn std::error::Error>>;

struct Brain;

export!(Brain);

impl Guest for Brain {
    fn kind() -> String {
        "wasm".into()
    }

    fn run(_script: String) -> Result<Option<String>, String> {
        let mut held = raw::Held::default();
        let lines: Vec<String> = std::env::args().skip(1).map(|command| line(perform(&command, &mut held))).collect();
        Ok(Some(lines.join("\n")))
    }

    fn check(_script: String) -> Result<(), String> {
        Ok(())
    }
}

/// Tells the host that the guest is about to wait, so that a test need not guess when.
pub fn announce(text: &str) {
    log("info", text);
}

fn line(outcome: Outcome) -> String {
    match outcome {
        Ok(text) => format!("ok {text}"),
        Err(error) => format!("err {error}"),
    }
}

fn perform(command: &str, held: &mut raw::Held) -> Outcome {
    let words: Vec<&str> = command.split(' ').collect();
    match words[..] {
        ["env", name] => Ok(std::env::var(name)?),
        ["env-names"] => Ok(std::env::vars().map(|(name, _)| name).collect::<Vec<_>>().join(",")),
        ["args"] => Ok(std::env::args().count().to_string()),
        ["cwd"] => Ok(std::env::current_dir()?.display().to_string()),
        ["read", path] => Ok(fs::read_to_string(path)?),
        ["size", path] => Ok(fs::metadata(path)?.len().to_string()),
        ["kind", path] => Ok(format!("{:?}", fs::symlink_metadata(path)?.file_type())),
        ["write", path, text] => done(fs::write(path, text)?),
        ["append", path, text] => done(fs::OpenOptions::new().append(true).open(path)?.write_all(text.as_bytes())?),
        ["create-new", path] => done(drop(fs::File::create_new(path)?)),
        ["truncate", path, size] => done(fs::OpenOptions::new().write(true).open(path)?.set_len(size.parse()?)?),
        ["list", path] => list(path),
        ["mkdir", path] => done(fs::create_dir(path)?),
        ["rmdir", path] => done(fs::remove_dir(path)?),
        ["rm", path] => done(fs::remove_file(path)?),
        ["mv", from, to] => done(fs::rename(from, to)?),
        ["hard-link", from, to] => done(fs::hard_link(from, to)?),
        ["readlink", path] => Ok(fs::read_link(path)?.display().to_string()),
        ["copy", from, to, piece] => copy(from, to, piece.parse()?),
        ["exhaust", path] => exhaust(path),
        ["print", text] => done(println!("{text}")),
        ["print-error", text] => done(eprintln!("{text}")),
        ["input"] => input(),
        ["sleep", ms] => sleep(ms.parse()?),
        ["panic", text] => panic!("{text}"),
        ["random", count] => Ok(wasip2::random::random::get_random_bytes(count.parse()?).len().to_string()),
        ["insecure-seed"] => Ok(format!("{:?}", wasip2::random::insecure_seed::insecure_seed())),
        ["insecure-random"] => Ok(wasip2::random::insecure::get_insecure_random_u64().to_string()),
        ["tcp", address, text] => net::exchange(address, text),
        ["tcp-wait", address] => net::wait(address),
        ["tcp-many", address] => net::many(address),
        ["serve", address] => net::serve(address),
        ["udp", address, text] => net::datagram(address, text),
        ["udp-bind", address] => net::bind_datagram(address),
        ["lookup", name] => net::lookup(name),
        ["lookup-many", name, count] => net::lookup_many(name, count.parse()?),
        ["http", method, url] => http::fetch(method, url, ""),
        ["http", method, url, body] => http::fetch(method, url, body),
        ["raw", ref words @ ..] => held.perform(words),
        _ => Err(format!("no command: {command}").into()),
    }
}

fn done(_: ()) -> Outcome {
    Ok("done".into())
}

fn list(path: &str) -> Outcome {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names.join(","))
}

fn copy(from: &str, to: &str, piece: usize) -> Outcome {
    let begun = Instant::now();
    let (mut from, mut to) = (fs::File::open(from)?, fs::File::create(to)?);
    let mut buffer = vec![0; piece];
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok(begun.elapsed().as_millis().to_string());
        }
        to.write_all(&buffer[..count])?;
    }
}

/// How many files can be open at once.
fn exhaust(path: &str) -> Outcome {
    let mut open = Vec::new();
    loop {
        match fs::File::open(path) {
            Ok(file) if open.len() < 100_000 => open.push(file),
            Ok(_) => return Err("there is no bound".into()),
            Err(error) => return Ok(format!("{} {error}", open.len())),
        }
    }
}

fn input() -> Outcome {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn sleep(ms: u64) -> Outcome {
    announce("sleeping");
    let begun = Instant::now();
    std::thread::sleep(Duration::from_millis(ms));
    Ok(begun.elapsed().as_millis().to_string())
}
