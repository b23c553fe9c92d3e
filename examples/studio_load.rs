//! Asks a public studio for much at once, and prints how it bears that.
//!
//! `cargo build && cargo run --example studio_load -- target/debug/piecework` starts the program on a free
//! port of this computer and lets 200 clients ask for the worst puzzles while 200 others ask for small ones.
//! With `class` as a second argument, 30 pupils roll, make and download while 8 long searches and 8 quilts of
//! 60 x 80 are asked for; every pupil asks a few times only.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Clients of each kind.
const CLIENTS: usize = 200;
/// How long the worst have been asking when the small ones begin.
const HEAD_START: Duration = Duration::from_secs(2);

/// Three of the worst: a count that takes years, a board at the limit, and one that looks small.
fn worst(number: usize) -> String {
    let rest = match number % 3 {
        0 => r#""puzzle": "thirteen-pieces-8x8", "solve": { "count": true }"#,
        1 => {
            r#""puzzle": { "piecework": 1, "name": "large", "lattice": "square", "region": { "rectangle": [77, 77] },
            "pieces": [ { "set": "heptominoes", "count": "any" } ] }, "quilt": { }"#
        }
        _ => r#""puzzle": "pentomino-6x10", "solve": { "where": "fault_lines > 100" }"#,
    };
    let engine = if number.is_multiple_of(3) { r#""engine": "brute-force","# } else { "" };
    format!(r#"{{ "piecework": 2, "search": {{ {engine} "seed": {number} }}, {rest} }}"#)
}

fn small(number: usize) -> String {
    format!(
        r#"{{ "piecework": 2, "puzzle": "t-tetromino-4x4", "search": {{ "seed": {number} }}, "solve": {{ }} }}"#
    )
}

/// Sends a request; the status and the rest of the answer.
fn ask(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Result<(u16, String), Box<dyn Error + Send + Sync>> {
    let mut stream = TcpStream::connect(address)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no status")?;
    Ok((status, text))
}

/// The text after a key of JSON.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("\"{key}\":\""))?;
    rest.split('"').next()
}

/// Posts a job and waits for its end: how it ended, and how long that took.
fn job(address: &str, design: &str) -> Result<(String, Duration), Box<dyn Error + Send + Sync>> {
    let began = Instant::now();
    let (status, text) = ask(address, "POST", "/api/jobs", design)?;
    if status != 202 {
        return Ok((
            format!("{status} {}", value(&text, "code").unwrap_or("without a reason")),
            began.elapsed(),
        ));
    }
    let id = value(&text, "id").ok_or("no number")?.to_owned();
    let (_, events) = ask(address, "GET", &format!("/api/jobs/{id}/events"), "")?;
    let failed = events.contains("event: failed");
    let end = if failed {
        value(&events, "code").unwrap_or("without a reason")
    } else {
        value(&events, "end").unwrap_or("?")
    };
    Ok((end.to_owned(), began.elapsed()))
}

/// The most memory that a process has had, in MB.
fn memory(server: &Child) -> Option<u64> {
    memory_of(server, "VmHWM")
}

/// The memory of a process by the name of a line in its status, in MB.
fn memory_of(server: &Child, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

fn report(name: &str, ends: &mut [(String, Duration)]) {
    ends.sort_by_key(|(_, time)| *time);
    let mut counts = std::collections::BTreeMap::new();
    ends.iter().for_each(|(end, _)| *counts.entry(end.clone()).or_insert(0) += 1);
    let at = |share: usize| {
        ends.get((ends.len() * share / 100).min(ends.len().saturating_sub(1))).map(|(_, time)| *time)
    };
    println!(
        "{name}: {counts:?}; median {:?}, 90 % within {:?}, 99 % within {:?}, all within {:?}",
        at(50),
        at(90),
        at(99),
        at(100)
    );
}

/// Pupils of a class, and how often each of them rolls.
const PUPILS: usize = 30;
const ROLLS: usize = 3;
/// Long searches and large quilts that are asked for beside them.
const HEAVY: usize = 8;
/// How long after the class its memory is measured.
const AFTER: Duration = Duration::from_secs(60);

/// What a pupil asks for: looks and rolls, a quilt of a board of its own, and all of its files.
fn pupil(address: &str, number: usize) -> Vec<(String, Duration)> {
    let puzzle = |product: &str, seed: usize| {
        format!(
            r#"{{ "piecework": 2, "puzzle": "six-pentominoes-5x6", "search": {{ "seed": {seed}, "time_limit": "6s" }}, {product} }}"#
        )
    };
    let timed = |answer: Result<(String, Duration), _>| {
        answer.unwrap_or_else(|error: Box<dyn Error + Send + Sync>| (error.to_string(), Duration::ZERO))
    };
    let mut ends = Vec::new();
    for roll in 0..ROLLS {
        let began = Instant::now();
        let look = ask(address, "POST", "/api/look", &puzzle(r#""quilt": {}"#, 1));
        ends.push((
            look.map_or_else(|error| error.to_string(), |(status, _)| status.to_string()),
            began.elapsed(),
        ));
        ends.push(timed(job(address, &puzzle(r#""solve": { "sample": 12 }"#, number * ROLLS + roll))));
    }
    let quilt = puzzle(r#""quilt": {}"#, number);
    ends.push(timed(job(address, &quilt)));
    let began = Instant::now();
    let zip = ask(address, "POST", "/api/jobs", &quilt).and_then(|(_, text)| {
        let id = value(&text, "id").ok_or("no number")?.to_owned();
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "GET /api/jobs/{id}/all.zip HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        Ok(if bytes.starts_with(b"HTTP/1.1 200") { "zip" } else { "no zip" }.to_owned())
    });
    ends.push((zip.unwrap_or_else(|error| error.to_string()), began.elapsed()));
    ends
}

/// Lets a class work beside long searches and large quilts.
fn class(address: &str, server: &Child) {
    let quilts = |number: usize| {
        job(
            address,
            &format!(
                r#"{{ "piecework": 2, "puzzle": "quilt-60x80", "search": {{ "seed": {number} }}, "quilt": {{}} }}"#
            ),
        )
    };
    std::thread::scope(|scope| {
        let long: Vec<_> =
            (0..HEAVY).map(|number| scope.spawn(move || job(address, &worst(3 * number)))).collect();
        let large: Vec<_> = (0..HEAVY).map(|number| scope.spawn(move || quilts(number))).collect();
        std::thread::sleep(HEAD_START);
        let pupils: Vec<_> = (0..PUPILS).map(|number| scope.spawn(move || pupil(address, number))).collect();
        let mut ends: Vec<_> =
            pupils.into_iter().flat_map(|pupil| pupil.join().unwrap_or_default()).collect();
        report("the class", &mut ends);
        println!("most memory while it worked: {:?} MB", memory(server));
        let answers = |asked: Vec<std::thread::ScopedJoinHandle<'_, _>>| -> Vec<(String, Duration)> {
            let ends = asked.into_iter().filter_map(|asked| asked.join().ok());
            ends.map(|end: Result<_, Box<dyn Error + Send + Sync>>| {
                end.unwrap_or_else(|error| (error.to_string(), Duration::ZERO))
            })
            .collect()
        };
        report("quilts of 60 x 80", &mut answers(large));
        report("long searches", &mut answers(long));
    });
    std::thread::sleep(AFTER);
    println!("memory {AFTER:?} later: {:?} MB", memory_of(server, "VmRSS"));
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let Some(program) = std::env::args().nth(1) else {
        println!("usage: studio_load PROGRAM [class], the path of piecework");
        return Ok(());
    };
    let mut server = Command::new(program)
        .args(["studio", "--public", "--no-open", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    if std::env::args().nth(2).is_some_and(|what| what == "class") {
        class(&address, &server);
        return Ok(server.kill()?);
    }
    println!(
        "{} clients for the worst, {} for small puzzles, at {address}; {:?} MB before",
        CLIENTS,
        CLIENTS,
        memory(&server)
    );
    let ends = |design: fn(usize) -> String| -> Vec<(String, Duration)> {
        std::thread::scope(|scope| {
            let asked: Vec<_> = (1..=CLIENTS)
                .map(|number| {
                    let address = &address;
                    scope.spawn(move || job(address, &design(number)))
                })
                .collect();
            let answers = asked
                .into_iter()
                .map(|asked| asked.join().unwrap_or_else(|_| Err("a client crashed".into())));
            answers.map(|answer| answer.unwrap_or_else(|error| (error.to_string(), Duration::ZERO))).collect()
        })
    };
    std::thread::scope(|scope| {
        let heavy = scope.spawn(|| ends(worst));
        std::thread::sleep(HEAD_START);
        report("small", &mut ends(small));
        println!("most memory while they were made: {:?} MB", memory(&server));
        if let Ok(mut heavy) = heavy.join() {
            report("worst", &mut heavy);
        }
    });
    println!(
        "most memory of all: {:?} MB; the server says {:?}",
        memory(&server),
        ask(&address, "GET", "/healthz", "")?.0
    );
    server.kill()?;
    Ok(())
}
