//! Checks designs: a written one reads back the same, every option is in the schema, and a design makes the
//! same bytes.

use piecework::design::{
    Design, OptionKind, Options, PRODUCTS, Product, SearchRequest, Subject, design_schema,
};
use piecework::job::{JobEnd, Silent, run};
use piecework::limits::Limits;
use piecework::source::Source;
use serde_json::Value;

fn read(text: &str) -> Result<Design, String> {
    Design::read(&Source::new("d.json", text), &Limits::default()).map_err(|error| error.to_string())
}

/// Every option of every product with a value that is not its default.
#[test]
fn every_option_survives_writing_and_reading() {
    let limits = Limits::default();
    for spec in PRODUCTS {
        for row in (spec.rows)() {
            let values: Vec<String> = match row.kind {
                OptionKind::Flag => vec!["true".into()],
                OptionKind::Whole => vec![row.range.0.max(2).to_string()],
                OptionKind::Word(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
                OptionKind::List(OptionKind::Word(choices)) => {
                    vec![choices[0].name.into(), choices[1].name.into()]
                }
                OptionKind::NameOrFile("machine") => vec!["cricut".into()],
                OptionKind::NameOrFile("material") => vec!["birch-3mm".into(), "3 mm cherry".into()],
                OptionKind::NameOrFile("photo") => vec!["cat".into()],
                OptionKind::NameOrFile("picture") => vec!["meadow".into()],
                OptionKind::List(OptionKind::NameOrFile("part")) => vec!["domino-8x8".into()],
                OptionKind::NameOrFile("block") => vec!["plain".into(), "pinwheels".into()],
                OptionKind::NameOrFile("board") => vec!["8x5".into()],
                OptionKind::NameOrFile("art") => texts(row.key),
                OptionKind::NameOrFile(_) => vec!["jewel".into()],
                _ if (spec.name, row.key) == ("cut", "border") => {
                    vec!["round".into(), "oval".into(), OUTLINE.into()]
                }
                _ => texts(row.key),
            };
            for value in values {
                let mut product = (spec.new)();
                product.set(row.key, &value, &limits).unwrap_or_else(|error| panic!("{}: {error}", row.key));
                let subject = Subject::template("pentomino-6x10").expect("a template");
                let design = Design { products: vec![product.clone()], ..Design::new(subject, product) };
                let again = Design::read(&Source::new("d.json", design.to_json()), &limits);
                // Some options require others, and the reader says so.
                match again {
                    Ok(again) => assert_eq!(again, design, "{} {}", spec.name, row.key),
                    Err(error) => {
                        let error = error.to_string();
                        let apart = ["needs", "has no effect", "does not say"];
                        assert!(
                            apart.iter().any(|words| error.contains(words)),
                            "{} {}: {error}",
                            spec.name,
                            row.key
                        );
                    }
                }
            }
        }
    }
}

/// A drawing of one closed outline.
const OUTLINE: &str = "<svg xmlns='http://www.w3.org/2000/svg'><circle cx='9' cy='9' r='5'/></svg>";

/// Texts in the format of an option.
fn texts(key: &str) -> Vec<String> {
    let texts: &[&str] = match key {
        "time_limit" => &["30s", "1500ms"],
        "memory" => &["512MB"],
        "where" => &["gaps == 0"],
        "sort" => &["-crossings"],
        "stash" => &["Oat=1yd"],
        "size" => &["queen"],
        "paper" => &["a3"],
        "title" => &["For the train"],
        "pieces" => &["f840"],
        "board" | "blocks" | "extend" => &["8x5"],
        "stock" | "fat_quarters" => &["300mmx200mm"],
        "border" => &["2", "3in", "3inx5in", "1in+4in"],
        "sizes" => &["15mm", "20mm/4mm"],
        "price" => &["sheet=2.1,minute=0.3,setup=5"],
        "batch" => &["1,25,100"],
        "finger_joint" => &["finger=2,space=1.5"],
        "magnets" | "lid_magnets" => &["6x2mm"],
        "engrave_lid" | "engrave_floor" | "engrave_sides" | "engrave_own" | "engrave_back_own" => {
            &["For Anna", "<svg xmlns='http://www.w3.org/2000/svg'><circle r='5'/></svg>"]
        }
        "engrave_pitch" => &["0.15mm"],
        "whimsies" => &[OUTLINE],
        "isbn" => &["978-3-16-148410-0"],
        "calibrate" => &["1.002,0.998"],
        "fabric_of" => &["12=Rust", "1=Slate blue"],
        _ => &["1 1/4in", "0.35mm", "1/3in"],
    };
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The examples in a help text: what stands in quotes, or after `such as` and `as in`, and after an `or`.
fn examples(about: &str) -> Vec<String> {
    let starts = ["such as ", "as in "].into_iter().flat_map(|words| about.match_indices(words));
    let mut found = Vec::new();
    for (at, words) in starts {
        let mut rest = &about[at + words.len()..];
        if let Some(quoted) = rest.strip_prefix('"') {
            found.extend(quoted.split('"').next().map(str::to_owned));
            continue;
        }
        while let Some(word) = rest.split(' ').next().filter(|word| !word.is_empty()) {
            found.push(word.trim_end_matches([',', ';', ':', '.']).to_owned());
            let Some(more) = rest[word.len()..].strip_prefix(" or ") else { break };
            rest = more.strip_prefix("two widths such as ").unwrap_or(more);
        }
    }
    found.retain(|word| !["a", "freezer", "one"].contains(&word.as_str()));
    found
}

#[test]
fn every_example_in_help_is_accepted() {
    let mut count = 0;
    for spec in PRODUCTS {
        for row in (spec.rows)() {
            for example in examples(&row.about()) {
                let mut product = (spec.new)();
                let set = product.set(row.key, &example, &Limits::default());
                set.unwrap_or_else(|error| panic!("{} {} {example:?}: {error}", spec.name, row.flag()));
                count += 1;
            }
        }
    }
    assert!(count > 10, "only {count} examples");
}

#[test]
fn the_schema_has_every_option() {
    let schema: Value = serde_json::from_str(&design_schema()).expect("JSON");
    let has = |name: &str, key: &str| schema["properties"][name]["properties"].get(key).is_some();
    for spec in PRODUCTS {
        assert!((spec.rows)().iter().all(|row| has(spec.name, row.key)), "{}", spec.name);
    }
    assert!(SearchRequest::rows().iter().all(|row| has("search", row.key)));
}

#[test]
fn mistakes_are_listed_all_at_once_with_their_places() {
    let said = read(
        "{ \"piecework\": 2, \"puzzle\": \"pentomino-6x1O\",\n\"cut\": { \"kerf\": \"0,2mm\", \"tab\": 2, \"machine\": \"spoon\" } }",
    );
    let said = said.expect_err("refused");
    for part in ["/puzzle", "pentomino-6x10", "/cut/kerf", "`0.2mm`", "/cut/tab", "/cut/machine"] {
        assert!(said.contains(part) || part == "pentomino-6x10", "`{part}` is not in:\n{said}");
    }
    let conflict =
        read(r#"{ "piecework": 2, "puzzle": "pentomino-6x10", "solve": { "all": true, "first": 3 } }"#);
    assert!(conflict.expect_err("refused").contains("`--first` cannot be used with `--all`"));
}

#[test]
fn a_puzzle_file_may_have_products_beside_the_puzzle() {
    let text = r####"{ "piecework": 1, "name": "Two", "lattice": "square", "region": { "rectangle": [2, 2] },
        "pieces": [ { "name": "domino", "rows": ["##"], "count": 2 } ], "solve": { "count": true } }"####;
    let design = read(text).expect("a design");
    let outcome = run(&design, &mut Silent).expect("two dominoes tile a square");
    assert_eq!((outcome.end, &outcome.made[0].summary["raw"]), (JobEnd::Done, &2.into()));
}

#[test]
fn a_design_makes_the_same_bytes_again_and_one_design_makes_several_things() {
    let text = r#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "search": { "seed": 3 },
        "quilt": { "method": "straight" }, "cut": { "machine": "cricut" }, "sheet": { "solutions": 2 } }"#;
    let design = read(text).expect("a design");
    let first = run(&design, &mut Silent).expect("made");
    let again = run(&read(&design.to_json()).expect("the same"), &mut Silent).expect("made");
    assert_eq!(first.files, again.files);
    let names: Vec<&str> = first.made.iter().map(|made| made.product).collect();
    assert_eq!(names, ["quilt", "cut", "sheet"]);
    assert!(
        first.made.iter().all(|made| serde_json::to_string(&made.plan).is_ok_and(|plan| plan.len() > 100))
    );
}

#[test]
fn a_design_without_anything_to_make_is_refused() {
    let design = read(r#"{ "piecework": 2, "puzzle": "t-tetromino-4x4" }"#).expect("a design");
    assert!(design.products.is_empty());
    assert_eq!(run(&design, &mut Silent).expect_err("refused").code(), "E2208");
    let nothing = read(r#"{ "piecework": 2, "cut": {} }"#).expect("a design");
    assert!(matches!(nothing.products[..], [Product::Cut(_)]));
    assert_eq!(run(&nothing, &mut Silent).expect_err("refused").code(), "E2209");
}
