//! `piecework studio` as a person starts it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use super::run::piecework;

/// Starts the studio; the process, and the address that it prints.
fn studio(args: &[&str]) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_piecework"));
    command.arg("studio").args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("readable");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    (child, address)
}

fn healthy(address: &str) -> bool {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("ok\n")
}

#[cfg(unix)]
#[test]
fn it_prints_its_address_answers_and_ends_by_a_signal() {
    let (mut child, address) = studio(&["--no-open", "--listen", "127.0.0.1:0"]);
    assert!(address.starts_with("127.0.0.1:") && healthy(&address), "{address}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("a shell tool");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut rest = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut rest).expect("readable");
    assert_eq!(rest, "", "nothing is said that was not asked for");
}

#[test]
fn addresses_that_cannot_be_used_are_refused() {
    let bad = piecework(["studio", "--no-open", "--listen", "here"]).run();
    bad.exit(2).complains("`here` is not an address to listen on [E2301]");
    let (mut child, address) = studio(&["--no-open", "--listen", "127.0.0.1:0"]);
    let taken = piecework(["studio", "--no-open", "--listen", address.as_str()]).run();
    taken.exit(4).complains(&format!("cannot listen on {address}"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn a_page_without_a_server_needs_its_module() {
    let folder = tempfile::tempdir().expect("a folder");
    let (site, module) = (folder.path().join("site"), folder.path().join("web"));
    let text = |path: &std::path::Path| path.to_str().expect("text").to_owned();
    let refused = piecework(["studio", "--export", &text(&site), "--module", &text(&module)]).run();
    refused.exit(4).complains("has no piecework.wasm [E2319]");
    assert!(!site.exists(), "nothing is written");
    // A server that shall offer the page needs it too.
    piecework(["studio", "--module", &text(&module)]).run().exit(4).complains("E2319");
}

/// As packages have it: `bin/piecework` and `share/piecework/web`.
#[test]
fn the_module_is_found_where_packages_install_it() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_piecework"));
    let prefix = tempfile::tempdir_in(program.parent().expect("a folder")).expect("a folder");
    let (bin, web) = (prefix.path().join("bin"), prefix.path().join("share/piecework/web"));
    for folder in [&bin, &web] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let installed = bin.join(program.file_name().expect("a name"));
    std::fs::hard_link(program, &installed).expect("the same disk");
    let said = || {
        let run =
            Command::new(&installed).args(["studio", "--export"]).arg(prefix.path().join("site")).output();
        String::from_utf8(run.expect("it runs").stderr).expect("text")
    };
    assert!(said().contains("E2319"), "nothing is there: {}", said());
    for name in ["piecework.wasm", "piecework.js", "unpack.wasm", "unpack.js"] {
        std::fs::write(web.join(name), "of another version").expect("written");
    }
    assert!(said().contains("E2320") && said().contains("share"), "{}", said());
}
