//! A class on the teacher's server: a code, one wall, and nothing on it that the server has not made or checked.

use piecework::studio::StudioOptions;
use serde_json::{Value, json};

use super::Running;
use super::client::{Answer, ask};

/// A studio with a class, its code and the teacher's key.
fn class() -> (Running, String, String) {
    let (studio, class) =
        Running::with_class(&StudioOptions { class: true, public: true, ..Running::options() });
    let (_, rest) = class.split_once("/#class/").expect("the teacher's address");
    let (code, key) = rest.split_once('/').expect("a code and a key");
    (studio, code.to_owned(), key.to_owned())
}

fn with(studio: &Running, method: &str, path: &str, token: &str, body: &str) -> Answer {
    ask(&studio.address, method, &format!("/api/class{path}"), &[("x-class", token)], body.as_bytes())
}

fn join(studio: &Running, code: &str) -> String {
    let joined = with(studio, "POST", &format!("/{code}/pupils"), "", "").json();
    joined["token"].as_str().expect("a token").to_owned()
}

/// A puzzle with the pieces that its first solution lays, as the page sends them.
fn solved(studio: &Running) -> Value {
    let mut design = json!({ "piecework": 2, "puzzle": "t-tetromino-4x4", "x-laid": [] });
    let judged = studio.post("/api/play/judge", &design.to_string()).json();
    design["x-laid"] = judged["rest"].clone();
    design
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!(
        (answer.status, &answer.json()["errors"][0]["code"]),
        (status, &Value::from(code)),
        "{}",
        answer.text()
    );
}

#[test]
fn a_solved_board_is_on_the_wall_only_if_it_is_solved() {
    let (studio, code, key) = class();
    assert_eq!(studio.get("/api/inputs").json()["class"], true);
    let pupil = join(&studio, &code);
    let works = format!("/{code}/works?kind=solved");
    let mut broken = solved(&studio);
    broken["x-laid"].as_array_mut().expect("pieces").pop();
    refused(&with(&studio, "POST", &works, &pupil, &broken.to_string()), 422, "E2324");
    // The next may wait a moment, also after one that was refused.
    let soon = with(&studio, "POST", &works, &pupil, &solved(&studio).to_string());
    refused(&soon, 503, "E2328");
    assert_eq!(soon.header("retry-after"), Some("5"));
    let other = join(&studio, &code);
    let put = with(&studio, "POST", &works, &other, &solved(&studio).to_string());
    assert_eq!(put.status, 200, "{}", put.text());
    let id = put.json()["id"].as_str().expect("an id").to_owned();
    let wall = with(&studio, "GET", &format!("/{code}"), "", "").json();
    assert_eq!((&wall["pupils"], wall["works"].as_array().map(Vec::len)), (&json!(2), Some(1)), "{wall}");
    let work = &wall["works"][0];
    assert!(
        work["kind"] == "solved"
            && work["words"].as_str().is_some_and(|words| words.ends_with(": 4 pieces, 16 cells")),
        "{work}"
    );
    let picture = with(&studio, "GET", &format!("/{code}/works/{id}/picture"), "", "");
    assert!(picture.text().starts_with("<svg") && picture.text().contains("patch-4"), "{}", picture.text());
    assert_eq!(
        (picture.header("content-type"), picture.header("cache-control")),
        (Some("image/svg+xml"), Some("no-store"))
    );
    assert!(picture.header("content-security-policy").is_some_and(|policy| policy.contains("sandbox")));
    let design = with(&studio, "GET", &format!("/{code}/works/{id}"), "", "").json();
    assert_eq!(design, json!({ "piecework": 2, "puzzle": "t-tetromino-4x4" }));
    refused(&with(&studio, "DELETE", &format!("/{code}/works/{id}"), &pupil, ""), 403, "E2323");
    assert_eq!(with(&studio, "DELETE", &format!("/{code}/works/{id}"), &key, "").status, 200);
    refused(&with(&studio, "GET", &format!("/{code}/works/{id}"), "", ""), 404, "E2311");
}

#[test]
fn nobody_comes_in_without_the_code_or_ends_it_without_the_key() {
    let (studio, code, key) = class();
    let began = std::time::Instant::now();
    refused(&with(&studio, "POST", "/zzzzzz/pupils", "", ""), 404, "E2322");
    assert!(began.elapsed().as_millis() >= 400, "whoever guesses waits");
    refused(&with(&studio, "DELETE", "", &join(&studio, &code), ""), 403, "E2323");
    let large = format!(r#"{{ "piecework": 2, "x-much": "{}" }}"#, "x".repeat(300_000));
    refused(&with(&studio, "POST", &format!("/{code}/works"), &key, &large), 413, "E2304");
    refused(
        &with(
            &studio,
            "POST",
            &format!("/{code}/works"),
            &key,
            r#"{ "piecework": 2, "puzzle": "domino-8x8" }"#,
        ),
        422,
        "E2325",
    );
    let foreign = ask(
        &studio.address,
        "POST",
        &format!("/api/class/{code}/pupils"),
        &[("Origin", "https://evil.example")],
        b"",
    );
    assert_eq!(foreign.status, 403);
    assert_eq!(with(&studio, "DELETE", "", &key, "").json()["code"], "");
    refused(&with(&studio, "GET", &format!("/{code}"), "", ""), 404, "E2322");
    let next = with(&studio, "POST", "", &key, "").json();
    assert_ne!(next["code"], code.as_str());
    // A studio without a class has none, whatever code is asked for.
    let plain = Running::start(false);
    assert_eq!(plain.get("/api/inputs").json()["class"], false);
    refused(&with(&plain, "POST", &format!("/{code}/pupils"), "", ""), 404, "E2322");
}
