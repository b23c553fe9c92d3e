//! The studio over real HTTP, without a browser.

mod class;
mod client;
mod lanes;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use client::{Answer, ask, events};
use piecework::design::{Design, PRODUCTS};
use piecework::job::{Silent, run};
use piecework::limits::Limits;
use piecework::source::Source;
use piecework::studio::{Module, Studio, StudioError, StudioOptions};
use serde_json::Value;

/// A studio that runs until it is dropped.
struct Running {
    address: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<(), StudioError>>>,
}

impl Running {
    fn start(public: bool) -> Self {
        Self::start_as(public, &[])
    }

    /// A studio that is reached by these names.
    fn start_as(public: bool, hosts: &[&str]) -> Self {
        let hosts = hosts.iter().map(|&name| name.to_owned()).collect();
        Self::with(&StudioOptions { public, hosts, ..Self::options() })
    }

    fn with(options: &StudioOptions) -> Self {
        Self::open(Studio::open(options).expect("a free port"))
    }

    /// A studio with a class, and the address for its teacher.
    fn with_class(options: &StudioOptions) -> (Self, String) {
        let studio = Studio::open(options).expect("a free port");
        let class = studio.class_url().expect("it has a class");
        (Self::open(studio), class)
    }

    fn open(studio: Studio) -> Self {
        let address = studio.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        Self { address, stop, thread: Some(std::thread::spawn(move || studio.serve(&flag))) }
    }

    fn options() -> StudioOptions {
        StudioOptions { listen: "127.0.0.1:0".into(), ..StudioOptions::default() }
    }

    fn get(&self, path: &str) -> Answer {
        ask(&self.address, "GET", path, &[], b"")
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        ask(&self.address, "POST", path, &[], body.as_bytes())
    }

    /// Makes a design and waits for its end; the path of the job, and its last event.
    fn made(&self, design: &str) -> (String, String, Value) {
        let posted = self.post("/api/jobs", design);
        assert_eq!(posted.status, 202, "{}", posted.text());
        let job = format!("/api/jobs/{}", posted.json()["id"].as_str().expect("a number"));
        let heard = events(&self.address, &format!("{job}/events"));
        let (kind, data) = heard.last().expect("an end").clone();
        (job, kind, data)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(matches!(ended, Some(Ok(Ok(())))), "the server ends when it is asked to");
        }
    }
}

fn local(text: &str) -> piecework::job::Outcome {
    let design = Design::read(&Source::new("design", text), &Limits::default()).expect("a good design");
    run(&design, &mut Silent).expect("made")
}

#[test]
fn the_page_and_its_files_are_served_with_their_policy() {
    let studio = Running::start(false);
    let page = studio.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("set-cookie"), None);
    for file in ["studio.js", "studio.css", "regular.ttf"] {
        let first = studio.get(&format!("/page/{file}"));
        let tag = first.header("etag").expect("a tag").to_owned();
        assert!(first.status == 200 && !first.body.is_empty(), "{file}");
        let again = ask(&studio.address, "GET", &format!("/page/{file}"), &[("If-None-Match", &tag)], b"");
        assert_eq!((again.status, again.body.len()), (304, 0), "{file}");
    }
    let packed = ask(&studio.address, "GET", "/page/studio.js", &[("Accept-Encoding", "gzip")], b"");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < 80_000, "{} bytes", packed.body.len());
    assert_eq!((studio.get("/healthz").text().as_str(), studio.get("/nowhere").status), ("ok\n", 404));
    assert_eq!(studio.get("/page/..%2Fmod.rs").status, 404);
    assert_eq!(studio.post("/api/inputs", "").status, 405);
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn the_page_that_needs_no_server_is_offered_where_its_module_is() {
    let bytes = |text: &str| text.as_bytes().to_vec();
    let module = Module {
        program: bytes("the program"),
        glue: bytes("// what calls it"),
        unpacker: bytes("the unpacker"),
        unpacker_glue: bytes("// what calls that"),
    };
    let studio = Running::with(&StudioOptions { public: true, device: Some(module), ..Running::options() });
    let began = std::time::Instant::now();
    let page = loop {
        let answer = studio.get("/device/");
        if answer.status != 503 {
            break answer;
        }
        assert!(answer.text().contains("E2321") && answer.header("retry-after").is_some());
        assert!(began.elapsed().as_secs() < 60, "it is packed some time");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("nothing is sent anywhere"));
    let policy = page.header("content-security-policy").unwrap_or_default();
    assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    let moved = studio.get("/device");
    assert_eq!((moved.status, moved.header("location")), (308, Some("device/")));
    assert_eq!(studio.get("/device/page/piecework.js").text(), "// what calls it");
    assert_eq!(studio.get("/device/page/other.js").status, 404);
    assert_eq!(studio.get("/api/inputs").json()["device"], true);
    let without = Running::start(true);
    assert_eq!(
        (without.get("/device/").status, &without.get("/api/inputs").json()["device"]),
        (404, &false.into())
    );
}

#[test]
fn only_a_design_alone_may_be_framed_by_other_sites_and_links_become_qr_codes() {
    let studio = Running::start(true);
    let policy = |path| studio.get(path).header("content-security-policy").expect("a policy").to_owned();
    assert!(policy("/").contains("frame-ancestors 'none'"));
    assert_eq!(policy("/embed"), policy("/").replace("frame-ancestors 'none'", "frame-ancestors *"));
    let code = studio.post("/api/qr", "https://quilts.example.org/#color/zAbc");
    assert!(code.status == 200 && code.json()["picture"].as_str().is_some_and(|svg| svg.contains("<svg")));
    let long = studio.post("/api/qr", &"a".repeat(3000));
    assert_eq!((long.status, &long.json()["errors"][0]["code"]), (422, &Value::from("E2318")));
}

#[test]
fn a_quilt_is_the_same_as_without_the_server() {
    let text = r#"{ "piecework": 2, "puzzle": "l-tromino-6x6", "quilt": { "cell": "3in" } }"#;
    let studio = Running::start(true);
    let (job, kind, summary) = studio.made(text);
    let outcome = local(text);
    assert_eq!((kind.as_str(), &summary["end"]), ("done", &Value::from("done")));
    assert_eq!(summary["files"].as_array().map(Vec::len), Some(outcome.files.len()));
    for (name, bytes) in outcome.files.iter() {
        let file = studio.get(&format!("{job}/files/{name}"));
        assert!(file.status == 200 && file.body == bytes, "{name} differs");
        assert!(file.header("cache-control").is_some_and(|keep| keep.contains("immutable")), "{name}");
    }
    let pages = summary["pages"].as_array().expect("pages to look at");
    assert!(pages.len() > 3, "{pages:?}");
    for page in pages.iter().filter_map(|page| page["name"].as_str()) {
        let path = format!("{job}/pages/{page}");
        let page = studio.get(&path);
        assert_eq!((page.status, page.header("content-type")), (200, Some("image/svg+xml")));
        assert!(page.text().trim_end().ends_with("</svg>"), "{path}");
        let packed = ask(&studio.address, "GET", &path, &[("Accept-Encoding", "gzip")], b"");
        assert_eq!((packed.header("content-encoding"), &packed.body[..2]), (Some("gzip"), &b"\x1f\x8b"[..]));
        assert!(packed.body.len() < page.body.len(), "{path}");
    }
    let plan = studio.get(&format!("{job}/plan")).json();
    assert_eq!(plan[0]["patches"].as_array().map(Vec::len), Some(12));
    let words = studio.get(&format!("{job}/words")).json();
    let lines = words[0].as_array().into_iter().flatten().filter_map(|part| part["lines"].as_array());
    let steps = lines.flatten().filter(|line| line.as_str().is_some_and(|line| line.starts_with("Step ")));
    assert_eq!(steps.count(), 11, "a step for each patch but the first: {words}");
    let zip = studio.get(&format!("{job}/all.zip"));
    assert_eq!(&zip.body[..4], b"PK\x03\x04");
    for name in outcome.files.names() {
        assert!(
            zip.body.windows(name.len()).any(|part| part == name.as_bytes()),
            "{name} is not in the archive"
        );
    }
    assert_eq!(studio.get(&format!("{job}/files/no-such.pdf")).status, 404);
    // The same design is the same job.
    assert_eq!(studio.made(text).0, job);
    let metrics = studio.get("/metrics").text();
    assert!(metrics.contains("piecework_jobs_total{end=\"done\"} 1\n"), "{metrics}");
    assert!(metrics.contains("piecework_jobs_total{end=\"shared\"} 1\n"), "{metrics}");
}

#[test]
fn tilings_arrive_as_events_with_pictures() {
    let studio = Running::start(false);
    let design = r#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "solve": { "all": true, "raw": true } }"#;
    let job = studio.post("/api/jobs", design).json()["id"].as_str().expect("a number").to_owned();
    let heard = events(&studio.address, &format!("/api/jobs/{job}/events"));
    let tilings: Vec<&Value> =
        heard.iter().filter(|(kind, _)| kind == "tiling").map(|(_, data)| data).collect();
    assert_eq!(tilings.len(), 2);
    for tiling in tilings {
        assert!(
            tiling["picture"].as_str().is_some_and(|svg| svg.contains("patch-4") && !svg.contains("patch-5"))
        );
        assert_eq!(tiling["tiling"]["placements"].as_array().map(Vec::len), Some(4));
    }
    assert_eq!(heard.last().map(|(kind, _)| kind.as_str()), Some("done"));
}

#[test]
fn what_is_wrong_with_a_design_is_said_with_its_place() {
    let studio = Running::start(false);
    for (rest, pointer, message) in [
        (r#""puzzle": "domino-8x8", "quilt": { "cell": "two inches" }"#, "/quilt/cell", "two inches"),
        (r#""puzzle": "domino-8x8", "quilt": { "celll": "2in" }"#, "/quilt/celll", "not known"),
        (r#""puzzle": "no-such", "quilt": {}"#, "/puzzle", "no-such"),
        (r#""puzzle": "domino-8x8", "cut": { "machine": "/etc/passwd" }"#, "/cut/machine", "/etc/passwd"),
    ] {
        let answer = studio.post("/api/look", &format!(r#"{{ "piecework": 2, {rest} }}"#));
        let error = &answer.json()["errors"][0];
        assert_eq!((answer.status, &error["pointer"]), (422, &Value::from(pointer)), "{error}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains(message)), "{error}");
    }
    assert_eq!(studio.post("/api/jobs", r#"{ "piecework": 2, "puzzle": "domino-8x8" }"#).status, 422);
    assert_eq!(studio.post("/api/jobs", "not json").status, 422);
    assert_eq!(ask(&studio.address, "POST", "/api/look", &[], b"\xff\xfe{}").status, 422);
    assert_eq!(studio.get("/api/jobs/0123").status, 404);
}

#[test]
fn names_of_strangers_and_other_sites_are_refused() {
    let studio = Running::start(false);
    let from = |headers: &[(&str, &str)]| ask(&studio.address, "POST", "/api/look", headers, b"{}").status;
    assert_eq!(from(&[("Host", "evil.example")]), 421);
    assert_eq!(from(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(from(&[("Origin", &format!("http://{}", studio.address))]), 422, "ours, but no design");
    let guild = Running::start_as(false, &["guild.example"]);
    let from = |host: &str| ask(&guild.address, "POST", "/api/look", &[("Host", host)], b"{}").status;
    assert_eq!(from("guild.example"), 422, "ours, but no design");
    for foreign in ["evilguild.example", "evil.guild.example", "guild.example.evil.example"] {
        assert_eq!(from(foreign), 421, "{foreign}");
    }
}

#[test]
fn strangers_meet_limits_with_reasons() {
    let studio = Running::start(true);
    let large = format!(r#"{{ "piecework": 2, "x-much": "{}" }}"#, "x".repeat(300_000));
    let answer = studio.post("/api/look", &large);
    assert_eq!((answer.status, &answer.json()["errors"][0]["code"]), (413, &Value::from("E2304")));
    // Boxes.py's public site was taken down by large numbers (its issue 532).
    for (design, why) in [
        (
            r#"{ "piecework": 2, "puzzle": { "piecework": 1, "name": "huge", "lattice": "square", "region": { "rectangle": [4000, 4000] }, "pieces": [ { "set": "pentominoes", "count": "any" } ] }, "solve": {} }"#,
            "region",
        ),
        (
            r#"{ "piecework": 2, "puzzle": "domino-8x8", "sheet": { "solutions": 100000000 } }"#,
            "solutions-written",
        ),
        (r#"{ "piecework": 2, "puzzle": "domino-8x8", "quilt": { "cell": "9999mm" } }"#, ""),
        (r#"{ "piecework": 2, "puzzle": "domino-8x8", "cut": { "cell": "0.0000001mm" } }"#, ""),
    ] {
        let answer = studio.post("/api/jobs", design);
        let words = if answer.status == 202 {
            let job = answer.json()["id"].as_str().expect("a number").to_owned();
            let heard = events(&studio.address, &format!("/api/jobs/{job}/events"));
            assert_eq!(heard.last().map(|(kind, _)| kind.as_str()), Some("failed"), "{design}");
            heard.last().map(|(_, data)| data.to_string()).unwrap_or_default()
        } else {
            answer.text()
        };
        assert!(words.contains("errors") && words.contains(why), "{design}: {words}");
    }
}

#[test]
fn a_job_ends_when_it_is_stopped_and_when_its_client_goes() {
    let studio = Running::start(false);
    // More dominoes than any search can count by visiting each.
    let design = r#"{ "piecework": 2, "puzzle": { "piecework": 1, "name": "long", "lattice": "square", "region": { "rectangle": [30, 30] },
        "pieces": [ { "set": "hexominoes", "count": { "min": 1, "max": 6 } } ] }, "search": { "engine": "brute-force" }, "solve": { "count": true } }"#;
    let posted = studio.post("/api/jobs", design).json();
    let job = format!("/api/jobs/{}", posted["id"].as_str().expect("a number"));
    assert_ne!(studio.get(&job).json()["stage"], "over");
    assert_eq!(studio.get(&format!("{job}/plan")).status, 409);
    assert_eq!(ask(&studio.address, "DELETE", &job, &[], b"").status, 200);
    let heard = events(&studio.address, &format!("{job}/events"));
    assert_eq!(
        heard.last().map(|(kind, data)| (kind.as_str(), data["end"].as_str())),
        Some(("done", Some("stopped")))
    );
    assert_eq!(studio.get(&job).json()["stage"], "over");
}

#[test]
fn every_option_of_every_product_reaches_the_page() {
    let studio = Running::start(false);
    let inputs = studio.get("/api/inputs").json();
    for (spec, product) in PRODUCTS.iter().zip(inputs["products"].as_array().expect("products")) {
        let keys: Vec<&str> = (spec.rows)().iter().map(|row| row.key).collect();
        let rows = product["rows"].as_array().expect("rows");
        assert_eq!(
            rows.iter().filter_map(|row| row["key"].as_str()).collect::<Vec<&str>>(),
            keys,
            "{}",
            spec.name
        );
    }
    // The page leaves these out of the generated form, because the act Color has them.
    let fabrics = <piecework::design::FabricRequest as piecework::design::Options>::rows();
    assert!(fabrics.iter().all(|row| row.of_colors));
    // Every word for people is in a row, and none in the page.
    let quilt = inputs["products"].as_array().and_then(|all| all.iter().find(|one| one["name"] == "quilt"));
    let rows = quilt.expect("quilts")["rows"].as_array().expect("rows");
    let label = |key: &str| rows.iter().find(|row| row["key"] == key).expect("a row")["label"].clone();
    assert_eq!(
        (label("wof"), label("fat_quarters")),
        ("Width of fabric (WOF)".into(), "Fat quarters".into())
    );
    assert!(!studio.get("/page/controls.js").text().contains("Width of fabric"));
}

#[test]
fn files_that_are_dropped_become_designs() {
    let studio = Running::start(true);
    let letters = studio.post("/api/open?name=mine.txt&lattice=square", "AAB\nABB\n").json();
    assert_eq!(letters["scene"]["patches"].as_array().map(Vec::len), Some(2), "{letters}");
    let made = local(r#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "cut": { "kerf": "0.2mm" } }"#);
    let (name, bytes) = made.files.iter().find(|(name, _)| name.ends_with("-cut-1.svg")).expect("a cut file");
    let opened = ask(&studio.address, "POST", &format!("/api/open?name={name}"), &[], bytes).json();
    assert_eq!(opened["design"]["cut"]["kerf"], "0.2mm", "{opened}");
    let wrong = studio.post("/api/open?name=broken.json", "{ \"piecework\": 1,\n \"name\": }");
    assert_eq!(
        (wrong.status, &wrong.json()["errors"][0]["line"]),
        (422, &Value::from(2)),
        "{}",
        wrong.text()
    );
}

#[test]
fn a_crowd_that_asks_for_the_worst_is_turned_away_in_order() {
    let studio = Running::start(true);
    let heavy = |seed: usize| {
        format!(
            r#"{{ "piecework": 2, "puzzle": "thirteen-pieces-8x8", "search": {{ "engine": "brute-force", "seed": {seed} }},
            "solve": {{ "count": true }} }}"#
        )
    };
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..60)
            .map(|seed| {
                scope.spawn({
                    let studio = &studio;
                    move || studio.post("/api/jobs", &heavy(seed))
                })
            })
            .collect();
        asked.into_iter().map(|answer| answer.join().expect("an answer")).collect()
    });
    let (taken, refused): (Vec<&Answer>, Vec<&Answer>) =
        answers.iter().partition(|answer| answer.status == 202);
    assert!(!taken.is_empty() && !refused.is_empty());
    for answer in refused {
        assert_eq!((answer.status, answer.header("retry-after")), (503, Some("5")), "{}", answer.text());
        assert_eq!(answer.json()["errors"][0]["code"], "E2308");
    }
    assert_eq!(studio.get("/healthz").status, 200);
    for answer in taken {
        let job = format!("/api/jobs/{}", answer.json()["id"].as_str().expect("a number"));
        assert_eq!(ask(&studio.address, "DELETE", &job, &[], b"").status, 200);
    }
    let (_, kind, _) = studio.made(r#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "solve": {} }"#);
    assert_eq!(kind, "done", "there is room again");
}

#[test]
fn those_who_ask_for_the_worst_do_not_keep_small_ones_waiting() {
    const CLIENTS: usize = 200;
    let studio = &Running::start(true);
    let worst = |number: usize| match number % 2 {
        0 => format!(
            r#"{{ "piecework": 2, "puzzle": "thirteen-pieces-8x8", "search": {{ "engine": "brute-force", "seed": {number} }}, "solve": {{ "count": true }} }}"#
        ),
        // It looks small, so that it is tried as a small one first.
        _ => format!(
            r#"{{ "piecework": 2, "puzzle": "pentomino-6x10", "search": {{ "seed": {number} }}, "solve": {{ "where": "fault_lines > 100" }} }}"#
        ),
    };
    let small = |number: usize| {
        format!(
            r#"{{ "piecework": 2, "puzzle": "t-tetromino-4x4", "search": {{ "seed": {number} }}, "solve": {{}} }}"#
        )
    };
    let (worst, made): (Vec<Answer>, Vec<String>) = std::thread::scope(|scope| {
        let worst: Vec<_> = (0..CLIENTS)
            .map(|number| scope.spawn(move || studio.post("/api/jobs", &worst(number))))
            .collect();
        let worst = worst.into_iter().map(|answer| answer.join().expect("an answer")).collect();
        let small: Vec<_> =
            (0..CLIENTS).map(|number| scope.spawn(move || studio.made(&small(number)).1)).collect();
        (worst, small.into_iter().map(|end| end.join().expect("an end")).collect())
    });
    assert!(made.len() == CLIENTS && made.iter().all(|end| end == "done"), "{made:?}");
    let (taken, refused): (Vec<&Answer>, Vec<&Answer>) =
        worst.iter().partition(|answer| answer.status == 202);
    for answer in refused {
        assert_eq!(
            (answer.status, &answer.json()["errors"][0]["code"]),
            (503, &Value::from("E2308")),
            "{}",
            answer.text()
        );
    }
    let open = taken.iter().filter(|answer| {
        let job =
            studio.get(&format!("/api/jobs/{}", answer.json()["id"].as_str().expect("a number"))).json();
        job["stage"] != "over"
    });
    assert!(open.count() > 0, "the worst are still waiting while all small ones are done");
    assert_eq!(studio.get("/healthz").status, 200);
}
