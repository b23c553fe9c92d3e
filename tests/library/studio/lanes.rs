//! Large designs are refused before they begin, and small ones do not wait for long searches.

use serde_json::Value;

use super::Running;
use super::client::{Answer, ask, events};

/// A board of pentominoes.
fn board(width: u32, height: u32) -> String {
    format!(
        r#"{{ "piecework": 1, "name": "board", "lattice": "square", "region": {{ "rectangle": [{width}, {height}] }},
        "pieces": [ {{ "set": "pentominoes", "count": "any" }} ] }}"#
    )
}

/// Searches that take longer than any test, as many as a public server takes.
fn fill(studio: &Running) -> Vec<String> {
    let heavy = |seed: usize| {
        format!(
            r#"{{ "piecework": 2, "puzzle": "thirteen-pieces-8x8", "search": {{ "engine": "brute-force", "seed": {seed} }},
            "solve": {{ "count": true }} }}"#
        )
    };
    let mut jobs = Vec::new();
    for seed in 0..1000 {
        let answer = studio.post("/api/jobs", &heavy(seed));
        if answer.status == 503 {
            return jobs;
        }
        jobs.push(format!("/api/jobs/{}", answer.json()["id"].as_str().expect("a number")));
    }
    panic!("the line of long searches has no end");
}

#[test]
fn what_takes_too_much_memory_is_refused_at_once_with_the_command_that_makes_it() {
    let studio = Running::start(true);
    let wide = board(60, 60);
    for (puzzle, product, command) in [
        ("\"quilt-60x80\"", r#""quilt": {}"#, "piecework quilt quilt-60x80"),
        (
            "\"quilt-60x80\"",
            r#""quilt": { "method": "straight" }"#,
            "piecework quilt quilt-60x80 --method straight",
        ),
        (
            "\"quilt-60x80\"",
            r#""sheet": { "solutions": 200 }"#,
            "piecework sheet quilt-60x80 --solutions 200",
        ),
        ("\"quilt-60x80\"", r#""solve": { "sample": 5000 }"#, "piecework solve quilt-60x80 --sample 5000"),
        (
            "\"pentomino-6x10\"",
            r#""quilt": { "cell": "1000mm", "method": "epp", "wof": "6000mm" }"#,
            "piecework quilt pentomino-6x10 --cell 1000mm",
        ),
        (wide.as_str(), r#""quilt": {}"#, "piecework make design.json"),
    ] {
        let text = format!(r#"{{ "piecework": 2, "puzzle": {puzzle}, {product} }}"#);
        let answer = studio.post("/api/jobs", &text);
        let error = &answer.json()["errors"][0];
        assert_eq!((answer.status, &error["code"]), (413, &Value::from("E2317")), "{product}: {error}");
        assert!(error["hint"].as_str().is_some_and(|hint| hint.contains(command)), "{product}: {error}");
    }
    let metrics = studio.get("/metrics").text();
    assert!(metrics.contains("piecework_jobs_running 0\n"), "nothing was begun: {metrics}");
    for product in [r#""sheet": {}"#, r#""cut": {}"#, r#""quilt": {}"#] {
        let puzzle = if product.contains("quilt") { "y-hexomino-23x24" } else { "quilt-60x80" };
        let text = format!(r#"{{ "piecework": 2, "puzzle": "{puzzle}", {product} }}"#);
        let answer = studio.post("/api/jobs", &text);
        assert_eq!(answer.status, 202, "{product}: {}", answer.text());
        let job = format!("/api/jobs/{}", answer.json()["id"].as_str().expect("a number"));
        assert_eq!(ask(&studio.address, "DELETE", &job, &[], b"").status, 200);
    }
    // The owner of the machine decides.
    let own = Running::start(false);
    let answer = own.post("/api/jobs", r#"{ "piecework": 2, "puzzle": "quilt-60x80", "quilt": {} }"#);
    assert_eq!(answer.status, 202);
    let job = format!("/api/jobs/{}", answer.json()["id"].as_str().expect("a number"));
    assert_eq!(ask(&own.address, "DELETE", &job, &[], b"").status, 200);
}

#[test]
fn a_tiling_with_more_patches_than_could_be_known_before_is_refused_before_it_is_laid_out() {
    let studio = Running::start(true);
    // The square fits nowhere, so that all is covered with dominoes; that is known only after the search.
    let square = vec!["#".repeat(10); 10];
    let design = format!(
        r#"{{ "piecework": 2, "puzzle": {{ "piecework": 1, "name": "narrow", "lattice": "square",
        "region": {{ "rectangle": [9, 180] }}, "pieces": [ {{ "name": "square", "rows": {square:?}, "count": "any" }},
            {{ "name": "domino", "rows": {:?}, "count": "any" }} ] }}, "quilt": {{ "cell": "20mm" }} }}"#,
        ["##"]
    );
    let (_, kind, data) = studio.made(&design);
    assert_eq!((kind.as_str(), &data["errors"][0]["code"]), ("failed", &Value::from("E2317")), "{data}");
}

#[test]
fn rolls_and_looks_of_small_boards_do_not_wait_behind_long_searches() {
    let studio = &Running::start(true);
    let long = fill(studio);
    assert!(!long.is_empty());
    let roll = |number: usize| {
        format!(
            r#"{{ "piecework": 2, "puzzle": "six-pentominoes-5x6", "search": {{ "seed": {number}, "time_limit": "6s" }},
            "solve": {{ "sample": 12 }} }}"#
        )
    };
    let ends: Vec<(Answer, String)> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..20)
            .map(|number| {
                scope.spawn(move || {
                    let look = studio.post(
                        "/api/look",
                        r#"{ "piecework": 2, "puzzle": "six-pentominoes-5x6", "quilt": {} }"#,
                    );
                    (look, studio.made(&roll(number)).1)
                })
            })
            .collect();
        asked.into_iter().map(|end| end.join().expect("an end")).collect()
    });
    for (look, end) in ends {
        assert_eq!((look.status, end.as_str()), (200, "done"));
    }
    let open = || long.iter().filter(|job| studio.get(job).json()["stage"] != "over").count();
    assert!(open() > 0, "long searches still wait while all rolls are done");
    // A sample of many tilings is no small job.
    let large = r#"{ "piecework": 2, "puzzle": "six-pentominoes-5x6", "solve": { "sample": 2000 } }"#;
    let status = studio.post("/api/jobs", large).status;
    // On a busy machine the time of a long search may be over by now, and its place is free.
    assert!(status == 503 || open() < long.len(), "{status}");
    for job in &long {
        assert_eq!(ask(&studio.address, "DELETE", job, &[], b"").status, 200);
    }
    let heard = events(&studio.address, &format!("{}/events", long[0]));
    assert_eq!(heard.last().map(|(kind, _)| kind.as_str()), Some("done"));
}

#[test]
fn a_class_rolls_makes_and_downloads_while_long_searches_and_large_quilts_are_asked_for() {
    let studio = &Running::start(true);
    let long = fill(studio);
    let quilt = r#"{ "piecework": 2, "puzzle": "quilt-60x80", "quilt": {} }"#;
    let designs = |number: usize| {
        [r#""solve": { "sample": 12 }"#, r#""cut": {}"#].map(|product| {
            format!(
                r#"{{ "piecework": 2, "puzzle": "six-pentominoes-5x6", "search": {{ "seed": {number}, "time_limit": "6s" }}, {product} }}"#
            )
        })
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            // Measured before it starts, and refused at once with a way out.
            scope.spawn(|| assert_eq!(studio.post("/api/jobs", quilt).status, 413));
        }
        for number in 0..30 {
            scope.spawn(move || {
                for design in designs(number) {
                    let (job, end, _) = studio.made(&design);
                    assert_eq!(end, "done");
                    let zip = studio.get(&format!("{job}/all.zip"));
                    assert_eq!((zip.status, &zip.body[..2]), (200, &b"PK"[..]));
                }
            });
        }
    });
    let open = long.iter().filter(|job| studio.get(job).json()["stage"] != "over").count();
    assert!(open > 0, "long searches still wait while the class is done");
    for job in &long {
        assert_eq!(ask(&studio.address, "DELETE", job, &[], b"").status, 200);
    }
}

/// The priority in a `stat` file of Linux, the 19th field: higher numbers give way.
#[cfg(target_os = "linux")]
fn nice(stat: &std::path::Path) -> Option<i64> {
    let stat = std::fs::read_to_string(stat).ok()?;
    // The name, in brackets, is the second field.
    stat.rsplit_once(')')?.1.split_whitespace().nth(16)?.parse().ok()
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_make_large_jobs_give_way_to_those_that_make_small_ones() {
    let _studio = Running::start(true);
    let cores = std::thread::available_parallelism().expect("a number").get();
    let of_maker = |number: usize| {
        let named = format!("maker {number}\n");
        let is_named = |path: &std::path::PathBuf| {
            std::fs::read_to_string(path.join("comm")).is_ok_and(|name| name == named)
        };
        let threads = std::fs::read_dir("/proc/self/task").expect("threads").flatten();
        threads.map(|thread| thread.path()).find(is_named).and_then(|path| nice(&path.join("stat")))
    };
    let own = nice("/proc/self/stat".as_ref()).expect("a number");
    let expected = (Some((own + 10).min(19)), Some(own));
    // Threads begin a moment after the server listens.
    for _ in 0..500 {
        if (of_maker(0), of_maker(cores)) == expected {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!((of_maker(0), of_maker(cores)), expected);
}
