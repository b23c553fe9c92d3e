//! A client of HTTP 1.1 that is just large enough for these tests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Sends a request and reads the whole answer.
pub(crate) fn ask(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).expect("sent");
    // A server that refuses a body need not read it.
    let _ = stream.write_all(body);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    read(&bytes)
}

fn read(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n").expect("a whole head");
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if chunked { joined(&bytes[end + 4..]) } else { bytes[end + 4..].to_vec() };
    Answer { status, headers, body }
}

/// The content of chunks.
fn joined(bytes: &[u8]) -> Vec<u8> {
    let mut reader = BufReader::new(bytes);
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("memory");
        let length = usize::from_str_radix(line.trim(), 16).unwrap_or(0);
        if length == 0 {
            return body;
        }
        let mut chunk = vec![0; length + 2];
        reader.read_exact(&mut chunk).expect("a whole chunk");
        body.extend(&chunk[..length]);
    }
}

/// All events of a stream until it ends, with their kind; progress is left out.
pub(crate) fn events(address: &str, path: &str) -> Vec<(String, Value)> {
    let text = ask(address, "GET", path, &[], b"").text();
    let event = |block: &str| {
        let part = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let data = serde_json::from_str(part("data:")?).expect("JSON on one line");
        part("event:").filter(|kind| *kind != "progress").map(|kind| (kind.to_owned(), data))
    };
    text.split("\n\n").filter_map(event).collect()
}
