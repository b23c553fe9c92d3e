use super::run::piecework;

#[test]
fn counts_as_json_are_one_object() {
    let ran = piecework(["solve", "pentomino-3x20", "--count", "--json"]).run().exit(0);
    let value = ran.json();
    assert_eq!((&value["raw"], &value["up_to_symmetry"]), (&8.into(), &2.into()));
    assert_eq!((&value["complete"], &value["engine"]), (&true.into(), &"frontier".into()));
}

#[test]
fn a_certified_count_says_how_it_was_counted_again() {
    let certified = |args: &'static [&'static str]| piecework(["solve"].iter().chain(args).copied()).run();
    certified(&["domino-8x8", "--count", "--certificate"])
        .exit(0)
        .says("12988816 tilings")
        .says("certified: counted again by layers, the cells in another order, with the same result");
    let json = certified(&["pentomino-3x20", "--count", "--certificate", "--json"]).exit(0).json();
    assert_eq!((&json["raw"], &json["certificate"]["raw"]), (&8.into(), &8.into()));
    // Layers know no rules about neighbors.
    let apart = r##"{ "piecework": 1, "name": "Apart", "lattice": "square", "region": { "rectangle": [3, 2] },
        "pieces": [{ "name": "m", "rows": ["#"], "count": { "max": 3 } }], "contact": "corners" }"##;
    let ran =
        piecework(["solve", "apart.json", "--count", "--certificate", "--json"]).file("apart.json", apart);
    let json = ran.run().exit(0).json();
    assert_eq!((&json["raw"], &json["certificate"]["raw"]), (&17.into(), &17.into()));
    assert!(json["certificate"]["way"].as_str().is_some_and(|way| way.starts_with("one by one")), "{json}");
    certified(&["domino-8x8", "--certificate"]).exit(2).complains("--count");
}

#[test]
fn counts_in_words() {
    piecework(["solve", "six-pentominoes-5x6", "--count"])
        .run()
        .exit(0)
        .says("24 tilings, 6 up to symmetry\n")
        .complains("there are no more");
}

#[test]
fn numbers_of_any_length_are_written_in_full() {
    let puzzle = r####"{ "piecework": 1, "name": "D", "lattice": "square", "region": { "rectangle": [14, 14] },
        "pieces": [ { "name": "D", "rows": ["##"], "count": "any" } ] }"####;
    let ran = piecework(["solve", "d.json", "--count", "--json"]).file("d.json", puzzle).run().exit(0);
    // OEIS A004003; text, because it is beyond 64 bits.
    assert_eq!(ran.json()["raw"], "112202208776036178000000");
}

#[test]
fn tilings_with_a_symmetry() {
    let symmetric = |kind: &str, more: &str| {
        let words = format!("solve domino-8x8 --symmetric {kind} {more}");
        piecework(words.split_whitespace()).run()
    };
    // By the solver and by a count of all tilings of 4 x 4 alike; see tests/search/symmetric.rs.
    let all = symmetric("quarter-turn", "--count --json").exit(0).json();
    let listed = symmetric("quarter-turn", "--all --raw --json").exit(0).json();
    assert_eq!(all["raw"].as_u64(), listed["tilings"].as_array().map(|tilings| tilings.len() as u64));
    symmetric("half-turn", "").exit(0).complains("1 tiling ");
    for goal in ["--count", "--all"] {
        // Each hexiamond is there once, so half a turn would have to keep every one.
        let words = ["solve", "hexiamond-6x6", "--symmetric", "half-turn", goal];
        piecework(words).run().exit(1).complains("no tiling has this symmetry");
    }
    symmetric("sixth-turn", "").exit(2).complains("E1009");
    symmetric("half-turn", "--sample 3").exit(2);
    symmetric("half-turn", "--count --checkpoint x.parts").exit(2).complains("--symmetric");
    symmetric("half-turn", "--all --time-limit 0s").exit(3).complains("stopped by the time limit");
}

const DOMINOES: &str = r####"{ "piecework": 1, "name": "D", "lattice": "square", "region": { "rectangle": [14, 14] },
    "pieces": [ { "name": "D", "rows": ["##"], "count": "any" } ] }"####;

/// More layers than fit in 64 MB.
const TOO_MUCH: &str = r#####"{ "piecework": 1, "name": "T", "lattice": "square", "region": { "rectangle": [14, 14] },
    "pieces": [ { "name": "I", "rows": ["####"], "count": "any" }, { "name": "O", "rows": ["##", "##"], "count": "any" },
        { "name": "T", "rows": ["###", ".#."], "count": "any" }, { "name": "S", "rows": [".##", "##."], "count": "any" },
        { "name": "L", "rows": ["###", "#.."], "count": "any" } ] }"#####;

#[test]
fn progress_is_one_object_a_second_without_a_terminal() {
    let words = "solve d.json --count --engine cover --time-limit 3500ms --progress json";
    let ran = piecework(words.split(' ')).file("d.json", DOMINOES).run().exit(3);
    let objects: Vec<serde_json::Value> = ran
        .stderr()
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).expect("one object in a line"))
        .collect();
    assert!((2..=4).contains(&objects.len()), "{objects:?}");
    let progress = &objects[1]["progress"];
    assert!(progress["steps"].as_u64() > objects[0]["progress"]["steps"].as_u64(), "{objects:?}");
    assert!(progress["share_done"].is_number() && progress["parts"].is_u64(), "{progress}");
    piecework(words.split(' ').chain(["--quiet"])).file("d.json", DOMINOES).run().exit(2);
    piecework(["solve", "pentomino-3x20", "--count"]).run().exit(0).complains("no more");
}

#[test]
fn problems_are_exported_for_other_solvers() {
    let args = ["solve", "t-tetromino-4x4", "--export", "cnf"];
    piecework(args).run().exit(0).says("c 1 = T on 0,0 1,0 2,0 1,1\n").says("p cnf ");
    let ran = piecework(["solve", "t-tetromino-4x4", "--export", "dlx", "-o", "t.dlx"]).run().exit(0);
    assert!(String::from_utf8_lossy(&ran.read("t.dlx")).contains("i14 i15\n| T on 0,0"));
    let ran =
        piecework(["solve", "t-tetromino-4x4", "--export", "xmpuzzle", "-o", "t.xmpuzzle"]).run().exit(0);
    piecework(["solve", "t.xmpuzzle", "--count"])
        .after(ran)
        .run()
        .exit(0)
        .says("2 tilings")
        .complains("no more");
    piecework(["solve", "tetrahex-4x7", "--export", "xmpuzzle"]).run().exit(2).complains("hexagons");
    piecework(args.into_iter().chain(["--all"])).run().exit(2);
    piecework(["solve", "quilt-60x80", "--export", "dlx"]).run().exit(2).complains("pieces apart");
}

/// 36 squares that nine L tetrominoes cannot cover.
const LS: &str = r####"{ "piecework": 1, "name": "Ls", "lattice": "square", "region": { "rectangle": [6, 6] },
    "pieces": [ { "name": "L", "rows": ["###", "#.."], "count": "any" } ] }"####;

#[test]
fn proofs_are_written_with_their_clauses() {
    let ran = piecework(["solve", "l.json", "--proof", "l.drat"]).file("l.json", LS).run().exit(0);
    let ran = ran.complains("no tiling exists").complains("checker of DRAT proofs");
    assert!(String::from_utf8_lossy(&ran.read("l.cnf")).contains("c 1 = L on 0,0"));
    assert!(ran.read("l.drat").ends_with(b"\n0\n"));
    let again = piecework(["solve", "l.json", "--proof", "l.drat"]).after(ran).run().exit(4);
    again.complains("l.drat");
    piecework(["solve", "l.json", "--proof", "l.cnf"])
        .file("l.json", LS)
        .run()
        .exit(2)
        .complains("same file");
    // Within so few steps only the proof in words is found.
    let bars = LS.replace("6, 6", "10, 10").replace("\"###\", \"#..\"", "\"####\"");
    let ran = piecework(["solve", "i.json", "--proof", "i.txt", "--nodes", "20"]).file("i.json", bars);
    let ran = ran.run().exit(0).complains("in words");
    assert!(String::from_utf8_lossy(&ran.read("i.txt")).contains("no tiling exists.\n\nmark the squares"));
    let ran = piecework(["solve", "t-tetromino-4x4", "--proof", "t.drat"]).run().exit(1);
    ran.says("A").complains("a tiling exists");
    piecework(["solve", "quilt-60x80", "--proof", "q.drat"]).run().exit(2).complains("pieces apart");
}

#[test]
#[ignore = "half a minute without optimisation: see CONTRIBUTING.md"]
fn a_count_that_needs_too_much_memory_names_the_choice() {
    let args = ["solve", "t.json", "--count", "--memory", "64MB"];
    let ran = piecework(args).file("t.json", TOO_MUCH).run().exit(3);
    ran.says("at least").complains("--engine frontier").complains("--checkpoint FILE");
}

#[test]
fn samples_are_uniform_and_reported_as_such() {
    let draw = |seed: &str| {
        let args = ["solve", "pentomino-6x10", "--sample", "5", "--seed", seed, "--json"];
        piecework(args).run().exit(0).json()
    };
    let value = draw("7");
    assert_eq!(value["tilings"].as_array().map(Vec::len), Some(5));
    assert_eq!((&value["uniform"], &value["total"]), (&true.into(), &9356.into()));
    assert_eq!(value["tilings"], draw("7")["tilings"]);
    assert_ne!(value["tilings"], draw("8")["tilings"]);
    let ran = piecework(["solve", "pentomino-3x20", "--sample", "2"]).run().exit(0);
    assert_eq!(ran.stdout().split("\n\n").count(), 2);
    ran.complains("sampled uniformly from all 8 tilings, turned and reflected ones included");
    piecework(["solve", "pentomino-3x20", "--sample", "2", "--all"]).run().exit(2);
    let cover = ["solve", "pentomino-3x20", "--sample", "2", "--engine", "cover", "--json"];
    assert_eq!(piecework(cover).run().exit(0).json()["uniform"], false);
}

#[test]
fn the_first_tiling_is_a_letter_grid() {
    let ran = piecework(["solve", "t-tetromino-4x4", "--quiet"]).run().exit(0).content();
    let rows: Vec<&str> = ran.stdout().lines().collect();
    assert_eq!(rows.len(), 4, "{rows:?}");
    assert!(rows.iter().all(|row| row.len() == 4));
}

#[test]
fn all_tilings_up_to_symmetry_and_raw() {
    let grids = |args: &[&str]| {
        let ran = piecework(args.iter().copied()).run().exit(0);
        ran.stdout().split("\n\n").count()
    };
    assert_eq!(grids(&["solve", "six-pentominoes-5x6", "--all", "-q"]), 6);
    assert_eq!(grids(&["solve", "six-pentominoes-5x6", "--all", "--raw", "-q"]), 24);
    assert_eq!(grids(&["solve", "six-pentominoes-5x6", "--first", "4", "-q"]), 4);
}

#[test]
fn what_is_written_is_read_again() {
    for name in ["found.txt", "found.jsonl"] {
        let ran = piecework(["solve", "six-pentominoes-5x6", "--all", "-q", "-o", name]).run().exit(0);
        let again = piecework(["inspect", name, "--json"]).after(ran).run().exit(0);
        assert_eq!(again.json()["tilings"].as_array().map(Vec::len), Some(6), "{name}");
    }
}

#[test]
fn no_tiling_is_an_answer() {
    let puzzle = r####"{ "piecework": 1, "name": "T", "lattice": "square", "region": { "rectangle": [8, 6] },
        "pieces": [ { "name": "T", "rows": ["###", ".#."], "count": "any" } ] }"####;
    piecework(["solve", "t.json"])
        .file("t.json", puzzle)
        .run()
        .exit(1)
        .silent()
        .complains("no tiling exists");
    let ran = piecework(["solve", "t.json", "--count", "--json"]).file("t.json", puzzle).run().exit(1);
    assert_eq!((&ran.json()["raw"], &ran.json()["complete"]), (&0.into(), &true.into()));
}

#[test]
fn an_argument_is_given_in_words() {
    let puzzle = |size: &str| {
        format!(
            r####"{{ "piecework": 1, "name": "T", "lattice": "square", "region": {{ "rectangle": {size} }},
            "pieces": [ {{ "name": "T", "rows": ["###", ".#."], "count": "any" }} ] }}"####
        )
    };
    let argument = "mark the squares whose column + row is even, like the black ones of a chessboard: each of the 25 `T` \
                    covers 1 or 3; so together they cover an odd number, but there are 50";
    for args in [&["solve", "t.json"][..], &["solve", "t.json", "--all"], &["quilt", "t.json"]] {
        piecework(args.iter().copied())
            .file("t.json", puzzle("[10, 10]"))
            .run()
            .exit(1)
            .silent()
            .complains(&format!("no tiling exists: {argument}"));
    }
    for args in [&["solve", "t.json", "--json"][..], &["solve", "t.json", "--json", "--count"]] {
        let ran = piecework(args.iter().copied()).file("t.json", puzzle("[10, 10]")).run().exit(1).json();
        assert_eq!((&ran["argument"], &ran["nodes"]), (&argument.into(), &0.into()));
        assert_eq!((&ran["complete"], &ran["picture"]), (&true.into(), &serde_json::Value::Null));
    }
    let ran = piecework(["solve", "t.json", "--json"]).file("t.json", puzzle("[4, 4]")).run().exit(0).json();
    assert!(ran.get("argument").is_none());
}

#[test]
fn numbers_have_their_picture() {
    let puzzle = r####"{ "piecework": 1, "name": "I", "lattice": "hex", "region": { "triangle": 5 },
        "pieces": [ { "name": "I", "rows": ["# # #"], "count": "any" } ] }"####;
    let ran = piecework(["solve", "i.json", "--json"]).file("i.json", puzzle).run().exit(1);
    assert_eq!(ran.json()["picture"], serde_json::json!(["10210", "0210", "210", "10", "0"]));
    piecework(["solve", "i.json"]).file("i.json", puzzle).run().exit(1).complains("\n  10210\n  0210\n");
}

#[test]
fn a_limit_is_not_an_answer() {
    let ran = piecework(["solve", "pentomino-6x10", "--count", "--json", "--nodes", "1000"]).run().exit(3);
    assert_eq!(ran.json()["complete"], false);
    piecework(["solve", "pentomino-6x10", "--count", "--nodes", "1000"])
        .run()
        .exit(3)
        .says("at least")
        .complains("stopped by the node limit");
    // Layers have counted nothing so far, but a tiling is found at once, and how far they are is known.
    piecework("solve thirteen-pieces-8x8 --count --threads 1 --nodes 1000000".split(' '))
        .run()
        .exit(3)
        .says("at least 1 tiling, at least 1 up to symmetry\n")
        .complains("rough estimate: ");
}

#[test]
fn the_same_options_give_the_same_bytes() {
    let bytes = |seed: &str| {
        let args = ["solve", "pentomino-5x12", "--first", "3", "--seed", seed, "-q"];
        piecework(args).run().exit(0).stdout().to_owned()
    };
    assert_eq!(bytes("7"), bytes("7"));
    assert_ne!(bytes("7"), bytes("8"), "another seed, another order");
}

#[test]
fn standard_input_is_a_puzzle_too() {
    let puzzle = r###"{ "piecework": 1, "name": "Dominoes", "lattice": "square", "region": { "rectangle": [2, 2] },
        "pieces": [ { "name": "domino", "rows": ["##"], "count": 2 } ] }"###;
    let ran = piecework(["solve", "-", "--count", "--json"]).input(puzzle).run().exit(0);
    assert_eq!(ran.json()["raw"], 2);
}

#[test]
fn hexagons_and_triangles_are_solved_and_drawn() {
    for name in ["hexiamond-6x6", "tetrahex-4x7"] {
        let ran = piecework(["solve", name, "-q", "-o", "one.txt"]).run().exit(0);
        assert!(!ran.read("one.txt").is_empty(), "{name}");
    }
}

#[test]
fn genetics_find_a_tiling_that_depends_on_the_seed_alone() {
    let args =
        ["solve", "thirteen-pieces-8x8", "--engine", "genetic", "--best-effort", "--seed", "3", "--json"];
    let value = piecework(args).run().exit(0).json();
    assert_eq!(
        (&value["covered"], &value["cells"], &value["best_effort"]),
        (&64.into(), &64.into(), &true.into())
    );
    assert_eq!(value["packing"]["uncovered"], serde_json::json!([]));
    assert_eq!(value["complete"], false, "nothing is proved");
    assert_eq!(value["tilings"].as_array().map(Vec::len), Some(1));
    assert_eq!(piecework(args).run().exit(0).json(), value);
}

#[test]
fn a_packing_is_marked_and_kept() {
    let args = ["solve", "pentomino-6x10", "--engine", "random", "--best-effort", "--nodes", "2"];
    let ran = piecework(args).run().exit(3).complains("cells covered; there may be a tiling");
    let grid = ran.stdout().to_owned();
    assert!(grid.contains('?') && grid.lines().count() == 6, "{grid}");
    let file = args.into_iter().chain(["-o", "part.json", "-q"]);
    let ran = piecework(file).run().exit(3);
    piecework(["inspect", "part.json"]).after(ran).run().exit(2).complains("best_effort");
    // A separate file for the grid, which no puzzle could take for a tiling.
    let file = args.into_iter().chain(["-o", "part.txt", "-q"]);
    let ran = piecework(file).run().exit(3);
    assert_eq!(std::fs::read_to_string(ran.path("part.txt")).expect("written"), grid);
}

#[test]
fn best_effort_says_that_there_is_no_tiling() {
    let puzzle = r####"{ "piecework": 1, "name": "T", "lattice": "square", "region": { "rectangle": [5, 4] },
        "pieces": [ { "name": "T", "rows": ["###", ".#."], "count": 5 } ] }"####;
    for engine in ["auto", "backtrack", "liberties", "cover"] {
        piecework(["solve", "t.json", "--best-effort", "--engine", engine])
            .file("t.json", puzzle)
            .run()
            .exit(1)
            .complains("16 of 20 cells covered");
    }
}

#[test]
fn random_engines_refuse_what_they_cannot_do() {
    for what in ["--all", "--count"] {
        piecework(["solve", "six-pentominoes-5x6", "--engine", "genetic", what])
            .run()
            .exit(2)
            .complains("the genetic engine cannot search this puzzle: it finds one tiling");
    }
    piecework(["solve", "untouchable-11", "--engine", "backtrack", "--best-effort"])
        .run()
        .exit(2)
        .complains("where pieces may not touch");
}

#[test]
fn tilings_are_chosen_by_a_condition() {
    let args =
        ["solve", "six-pentominoes-5x6", "--all", "--where", "symmetries == 1 && crossings < 3", "--json"];
    let ran = piecework(args).run().exit(0);
    let value = ran.json();
    let kept = value["tilings"].as_array().map_or(0, Vec::len);
    assert!((1..=6).contains(&kept));
    assert_eq!(value["looked_at"], 6);
    ran.complains(&format!("{kept} chosen of 6 tilings found, and there are no more"));
    // The first tiling that matches, not the first tiling if it matches.
    let ran = piecework(["solve", "pentomino-6x10", "--where", "fault_lines > 0", "--json"]).run().exit(0);
    assert_eq!(ran.json()["tilings"].as_array().map(Vec::len), Some(1));
    // No tiling matches.
    piecework(["solve", "six-pentominoes-5x6", "--all", "--where", "pieces > 6"])
        .run()
        .exit(1)
        .silent()
        .complains("0 chosen of 6 tilings found");
}

#[test]
fn different_means_the_same_in_counts_lists_and_sheets() {
    let one_sided = ["4x4", "one-sided tetrominoes", "", "117", "37", "22"];
    let torus = ["4x3", "trominoes:L", "torus", "108", "8", "6"];
    for [board, pieces, wrap, raw, turned, flipped] in [one_sided, torus] {
        let board = ["--board", board, "--pieces", pieces, "--count-any"];
        let board: Vec<&str> = match wrap {
            "" => board.to_vec(),
            wrap => [&board[..], &["--wrap", wrap]].concat(),
        };
        for (distinct, key, words, count) in [
            ("raw", "raw", "", raw),
            ("one-sided", "up_to_turns", " up to turns", turned),
            ("free", "up_to_symmetry", " up to symmetry", flipped),
        ] {
            let asked = [&["solve"], &board[..], &["--distinct", distinct]].concat();
            let counted = piecework([&asked[..], &["--count"]].concat()).run().exit(0);
            let text = if distinct == "raw" { String::new() } else { format!(", {count}{words}") };
            assert_eq!(counted.stdout(), format!("{raw} tilings{text}\n"), "{distinct}");
            let listed = piecework([&asked[..], &["--all", "--json"]].concat()).run().exit(0).json();
            for how in [
                &["--engine", "auto"][..],
                &["--checkpoint", "kept"],
                &["--checkpoint", "kept", "--engine", "cover"],
            ] {
                let counted =
                    piecework([&asked[..], &["--count", "--json"], how].concat()).run().exit(0).json();
                assert_eq!(
                    (&counted["distinct"], counted[key].to_string()),
                    (&listed["distinct"], count.into())
                );
            }
            let shard = |number, file| {
                [
                    &asked[..],
                    &["--count", "--engine", "cover", "--shards", "2", "--shard", number, "-o", file],
                ]
                .concat()
            };
            let ran = piecework(shard("0", "a")).run().exit(0);
            let ran = piecework(shard("1", "b")).after(ran).run().exit(0);
            let joined = piecework([&asked[..], &["--merge", "a", "b"]].concat()).after(ran).run().exit(0);
            assert_eq!(joined.stdout(), counted.stdout(), "{distinct}");
            let other = if distinct == "one-sided" { "free" } else { "one-sided" };
            let other = [&["solve"], &board[..], &["--distinct", other, "--merge", "a", "b"]].concat();
            piecework(other).after(joined).run().exit(2).complains("the parts were counted up to ");
            if wrap.is_empty() {
                let symmetric = [&asked[..], &["--symmetric", "half-turn", "--json"]].concat();
                let counted = piecework([&symmetric[..], &["--count"]].concat()).run().exit(0).json();
                let listed = piecework([&symmetric[..], &["--all"]].concat()).run().exit(0).json();
                let listed = listed["tilings"].as_array().map(Vec::len);
                assert_eq!(
                    Some(counted[key].to_string()),
                    listed.map(|count| count.to_string()),
                    "{distinct}"
                );
            }
            let listed = listed["tilings"].as_array().map_or(0, Vec::len);
            assert_eq!(listed.to_string(), count, "{distinct}");
        }
        let sheet = [&["sheet"], &board[..], &["--all", "--distinct", "one-sided", "--json"]].concat();
        assert_eq!(piecework(sheet).run().exit(0).json()["sheet"]["solutions"].to_string(), turned);
    }
    let refused =
        |args: &[&str]| piecework([&["solve", "pentomino-3x20", "--count"], args].concat()).run().exit(2);
    refused(&["--distinct", "halves"]).complains("halves are compared tiling by tiling");
    // Pieces of one shape under two names are different, and a block that is not turned has other sides when it is flipped.
    let two = r####"{ "piecework": 1, "name": "two", "lattice": "square", "region": { "rectangle": [3, 2] },
        "pieces": [{ "name": "A", "rows": ["##"] }, { "name": "B", "rows": ["##"], "count": 2 }] }"####;
    let choice = r####"{ "piecework": 1, "name": "choice", "lattice": "square", "region": { "rectangle": [2, 2] }, "gaps": 3,
        "pieces": [{ "one_of": [{ "name": "V", "rows": ["##", "#."], "symmetry": "fixed" }, { "name": "m", "rows": ["#"] }] }] }"####;
    for (puzzle, counts) in [(two, ["9", "5", "4"]), (choice, ["5", "5", "4"])] {
        for (distinct, count) in ["raw", "one-sided", "free"].into_iter().zip(counts) {
            let asked = ["solve", "it.json", "--distinct", distinct, "--json"];
            for how in [&["--all"][..], &["--all", "--raw"], &["--all", "--checkpoint", "kept"]] {
                let listed =
                    piecework([&asked[..], how].concat()).file("it.json", puzzle).run().exit(0).json();
                assert_eq!(
                    listed["tilings"].as_array().map_or(0, Vec::len).to_string(),
                    count,
                    "{distinct} {how:?}"
                );
            }
            let counted =
                piecework([&asked[..], &["--count"]].concat()).file("it.json", puzzle).run().exit(0).json();
            let key = match distinct {
                "raw" => "raw",
                "free" => "up_to_symmetry",
                _ => "up_to_turns",
            };
            assert_eq!(counted[key].to_string(), count, "{distinct}");
        }
    }
}

/// No piece need be used, so one of the tilings has none.
#[test]
fn a_tiling_without_pieces_is_written_read_and_drawn() {
    let none = r####"{ "piecework": 1, "name": "none", "lattice": "square", "region": { "rectangle": [3, 1] },
        "pieces": [{ "name": "m", "rows": ["#"], "count": { "max": 1 } }], "gaps": 3 }"####;
    for (file, how) in [
        ("all.jsonl", &["--all", "--raw"][..]),
        ("all.txt", &["--all"]),
        ("one.json", &["--where", "pieces == 0"]),
        ("one.svg", &["--where", "pieces == 0"]),
    ] {
        let ran = piecework([&["solve", "none.json", "-o", file], how].concat())
            .file("none.json", none)
            .run()
            .exit(0);
        let ran = piecework(["check", file]).after(ran).run().exit(0);
        let ran = piecework(["inspect", file, "--where", "pieces == 0", "--json"]).after(ran).run().exit(0);
        assert_eq!(ran.json()["tilings"].as_array().map(Vec::len), Some(1), "{file}");
        let ran = piecework(["sheet", file, "-o", "sheet"]).after(ran).run().exit(0);
        if file.starts_with("one") {
            let ran = piecework(["cut", file, "-o", "cut"])
                .after(ran)
                .run()
                .exit(2)
                .complains("nothing to cut [E1603]");
            piecework(["quilt", file, "-o", "quilt"])
                .after(ran)
                .run()
                .exit(2)
                .complains("nothing to sew [E1538]");
        }
    }
}

#[test]
fn tilings_are_sorted_and_the_first_are_picked() {
    let figures = |sort: &str, pick: &str| -> Vec<i64> {
        let args = [
            "solve",
            "six-pentominoes-5x6",
            "--all",
            "--sort",
            sort,
            "--pick",
            pick,
            "-o",
            "some.jsonl",
            "-q",
        ];
        let ran = piecework(args).run().exit(0).content();
        let value = piecework(["inspect", "some.jsonl", "--json"]).after(ran).run().exit(0).json();
        let tilings = value["tilings"].as_array().cloned().unwrap_or_default();
        tilings.iter().map(|tiling| tiling["figures"]["contacts"].as_i64().expect("a number")).collect()
    };
    let (least, greatest) = (figures("contacts", "6"), figures("-contacts", "4"));
    assert!(least.is_sorted() && least.len() == 6 && least.first() < least.last(), "{least:?}");
    assert_eq!(greatest, least.iter().rev().take(4).copied().collect::<Vec<_>>());
    piecework(["solve", "six-pentominoes-5x6", "--sort", "contacts"]).run().exit(2).complains("add `--all`");
}

#[test]
fn wrong_questions_are_refused_before_the_search() {
    for (option, text, part) in [
        ("--where", "fault_line > 0", "column 1: there is no key `fault_line`"),
        ("--where", "gaps =", "column 6: `=` does not fit here"),
        ("--where", "gaps", "column 5: something is missing at the end"),
        ("--sort", "gaps == 0", "column 1: there is no key `gaps == 0`"),
        ("--distinct", "turned", "`turned` is not one of fixed"),
    ] {
        let args = ["solve", "y-hexomino-23x24", "--all", option, text];
        piecework(args).run().exit(2).silent().complains(part);
    }
    piecework(["solve", "domino-8x8", "--count", "--where", "gaps == 0"])
        .run()
        .exit(2)
        .silent()
        .complains("--count");
}

#[test]
fn draws_are_chosen_and_keep_their_numbers() {
    let args = [
        "solve",
        "six-pentominoes-5x6",
        "--sample",
        "8",
        "--seed",
        "7",
        "--distinct",
        "free",
        "-o",
        "few.jsonl",
    ];
    let ran = piecework(args).run().exit(0);
    let text = String::from_utf8(ran.read("few.jsonl")).expect("text");
    assert!((1..=6).contains(&text.lines().count()), "{text}");
    assert!(text.lines().all(|line| line.contains(r#""drawn":{"seed":7,"number":"#)), "{text}");
    assert!(text.lines().next().is_some_and(|line| line.ends_with(r#""number":1}}"#)), "{text}");
}

#[test]
fn a_tiling_survives_every_format() {
    let mut ran = piecework(["solve", "tetrahex-4x7", "-o", "a.svg", "-q"]).run().exit(0);
    for (from, to) in [
        ("a.svg", "b.json"),
        ("b.json", "c.txt"),
        ("c.txt", "d.svg"),
        ("d.svg", "e.txt"),
        ("a.svg", "f.jsonl"),
    ] {
        ran = piecework(["inspect", from, "-o", to, "-q"]).after(ran).run().exit(0);
    }
    assert_eq!(ran.read("c.txt"), ran.read("e.txt"));
    let all = [
        "inspect",
        "a.svg",
        "b.json",
        "c.txt",
        "d.svg",
        "f.jsonl",
        "--distinct",
        "fixed",
        "-o",
        "one.json",
        "--json",
    ];
    assert_eq!(piecework(all).after(ran).run().exit(0).json()["tilings"], 1);
    piecework(["solve", "six-pentominoes-5x6", "--all", "-o", "all.svg"])
        .run()
        .exit(2)
        .silent()
        .complains(".jsonl");
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    piecework(["inspect", "p.svg"])
        .file("p.svg", picture)
        .run()
        .exit(2)
        .silent()
        .complains("holds no tilings");
}

#[test]
fn what_json_prints_is_read_back() {
    let printed = piecework(["solve", "pentomino-6x10", "--first", "3", "--json", "-q"]).run().exit(0);
    let grids = piecework(["solve", "pentomino-6x10", "--first", "3", "-q"]).run().exit(0);
    let again =
        piecework(["inspect", "x.json", "-o", "x.txt", "-q"]).file("x.json", printed.stdout()).run().exit(0);
    assert_eq!(String::from_utf8(again.read("x.txt")).expect("text"), grids.stdout());
    let broken = printed.stdout().replacen("[[0,0]", "[[0,99]", 1);
    let broken = piecework(["inspect", "x.json"]).file("x.json", broken).run().exit(2);
    broken.complains("x.json:").complains("/tilings/0");
}

/// The seven one-sided tetrominoes on 4 x 4: 117 tilings, 37 up to turns, 22 up to turns and reflections.
const ONE_SIDED: &str = r#####"{ "piecework": 1, "name": "one", "lattice": "square", "region": { "rectangle": [4, 4] }, "pieces": [
    { "name": "I", "rows": ["####"], "symmetry": "one-sided", "count": "any" }, { "name": "O", "rows": ["##", "##"], "symmetry": "one-sided", "count": "any" },
    { "name": "T", "rows": ["###", ".#."], "symmetry": "one-sided", "count": "any" }, { "name": "S", "rows": [".##", "##."], "symmetry": "one-sided", "count": "any" },
    { "name": "Z", "rows": ["##.", ".##"], "symmetry": "one-sided", "count": "any" }, { "name": "L", "rows": ["###", "#.."], "symmetry": "one-sided", "count": "any" },
    { "name": "J", "rows": ["###", "..#"], "symmetry": "one-sided", "count": "any" } ] }"#####;

/// Whatever merges tilings that are images of one another, `--distinct` says which of them are the same.
#[test]
fn distinct_tilings_are_those_among_all_tilings() {
    let lines = |bytes: Vec<u8>| bytes.iter().filter(|&&byte| byte == b'\n').count();
    for (kind, most) in [("fixed", 117), ("one-sided", 37), ("free", 22)] {
        let choice = ["--distinct", kind, "-q"];
        for more in [&[][..], &["--raw"], &["--checkpoint", "kept"], &["--first", "1000"]] {
            let all = if more.contains(&"--first") { &[][..] } else { &["--all"] };
            let args = [&["solve", "one.json", "-o", "all.jsonl"], all, &choice, more].concat();
            let ran = piecework(args).file("one.json", ONE_SIDED).run().exit(0);
            assert_eq!(lines(ran.read("all.jsonl")), most, "{kind} {more:?}");
        }
        let sheet = ["sheet", "one.json", "--all", "--json", "-o", "out"];
        let ran = piecework(sheet.into_iter().chain(choice)).file("one.json", ONE_SIDED).run().exit(0);
        assert_eq!(ran.json()["sheet"]["solutions"], most, "{kind}");
        let mut ran = ran;
        for index in ["0", "1"] {
            let shard = ["solve", "one.json", "--all", "--shards", "2", "--shard", index, "-o", index, "-q"];
            ran = piecework(shard).after(ran).run().exit(0);
        }
        let merge = ["solve", "one.json", "--merge", "0", "1", "-o", "all.jsonl"];
        let ran = piecework(merge.into_iter().chain(choice)).after(ran).run().exit(0);
        assert_eq!(lines(ran.read("all.jsonl")), most, "{kind}, merged");
    }
    // Chosen by how many pieces are flipped, which a reflection changes.
    let least = |more: &[&str]| {
        let args = [
            &[
                "solve",
                "six-pentominoes-5x6",
                "--all",
                "--sort",
                "mirrored",
                "--pick",
                "1",
                "-o",
                "a.jsonl",
                "-q",
            ],
            more,
        ];
        let ran = piecework(args.concat()).run().exit(0);
        let mirrored = piecework(["inspect", "a.jsonl", "--where", "mirrored == 0", "-q"]).after(ran).run();
        mirrored.ended_with(0)
    };
    assert_eq!(least(&[]), least(&["--raw"]));
}
