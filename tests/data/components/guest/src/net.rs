//! The network by std, and name look-up.

use crate::{announce, Outcome};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs, UdpSocket};

/// Sends a text, ends the sending, and reads to the end.
pub fn exchange(address: &str, text: &str) -> Outcome {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(text.as_bytes())?;
    stream.shutdown(std::net::Shutdown::Write)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Waits for a byte.
pub fn wait(address: &str) -> Outcome {
    let mut stream = TcpStream::connect(address)?;
    announce("reading");
    let count = stream.read(&mut [0; 16])?;
    Ok(count.to_string())
}

/// How many connections can be open at once.
pub fn many(address: &str) -> Outcome {
    let mut open = Vec::new();
    loop {
        match TcpStream::connect(address) {
            Ok(stream) if open.len() < 10_000 => open.push(stream),
            Ok(_) => return Err("there is no bound".into()),
            Err(error) => return Ok(format!("{} {error}", open.len())),
        }
    }
}

/// Takes one connection and echoes its bytes in upper case.
pub fn serve(address: &str) -> Outcome {
    let listener = TcpListener::bind(address)?;
    announce(&format!("listening {}", listener.local_addr()?.port()));
    let (mut stream, peer) = listener.accept()?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    stream.write_all(text.to_uppercase().as_bytes())?;
    Ok(format!("{} {text}", peer.ip()))
}

/// Sends a datagram and waits for one.
pub fn datagram(address: &str, text: &str) -> Outcome {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.send_to(text.as_bytes(), address)?;
    let mut buffer = [0; 2048];
    let (count, _) = socket.recv_from(&mut buffer)?;
    Ok(String::from_utf8_lossy(&buffer[..count]).into_owned())
}

/// Binds a socket for datagrams.
pub fn bind_datagram(address: &str) -> Outcome {
    Ok(UdpSocket::bind(address)?.local_addr()?.ip().to_string())
}

/// The addresses of a name.
pub fn lookup(name: &str) -> Outcome {
    let mut found: Vec<String> = (name, 0).to_socket_addrs()?.map(|address| address.ip().to_string()).collect();
    found.sort();
    Ok(found.join(","))
}

/// How many look-ups go well.
pub fn lookup_many(name: &str, count: usize) -> Outcome {
    let good = (0..count).filter(|_| (name, 0).to_socket_addrs().is_ok()).count();
    Ok(good.to_string())
}
