//! Checks that no option of `piecework cut` is silently ignored beside another.

use std::collections::BTreeMap;

use super::run::{names_in, piecework};

/// Options, each of which changes the result of a plain run.
const OPTIONS: [&str; 23] = [
    "--lines separate",
    "--order mat-free",
    "--kerf 0.2mm",
    "--seam 3mm",
    "--fit 0.1mm",
    "--gap 5mm",
    "--overcut 1mm",
    "--blade-offset 0.3mm",
    "--lead-in 1mm",
    "--tabs 2",
    "--fillet 1mm",
    "--by-fabric",
    "--by-fabric --turn",
    "--by-fabric --palette jewel",
    "--by-piece",
    "--stock 45mmx90mm",
    "--no-labels",
    "--machine die",
    "--machine k40",
    "--calibrate 1.01,1",
    "--mirror",
    "--reference 50mm",
    "--hairline 0.2mm",
];

/// Options that require separate outlines, so that `--lines separate` changes nothing more.
const APART: [&str; 7] = [
    "--kerf 0.2mm",
    "--seam 3mm",
    "--fit 0.1mm",
    "--gap 5mm",
    "--lead-in 1mm",
    "--by-piece",
    "--stock 45mmx90mm",
];

/// The files and notes of a run, or its error.
type Outcome = Result<(BTreeMap<String, Vec<u8>>, String), String>;

fn outcome(options: &[&str]) -> Outcome {
    let args = ["cut", "six.txt", "--formats", "svg", "--no-recipe", "--no-assembly", "-o", "out"];
    let more = options.iter().flat_map(|words| words.split(' '));
    // Different pieces, so that fabrics and turning matter.
    let ran = piecework(args.into_iter().chain(more)).file("six.txt", "AABB\nACCB\nADCE\nDDEE\n").run();
    let stderr = ran.stderr().to_owned();
    if ran.ended_with(2) {
        return Err(stderr);
    }
    let ran = ran.exit(0);
    let names = names_in(&ran.path("out"));
    let files = names.into_iter().filter(|name| name.ends_with(".svg"));
    Ok((files.map(|name| (name.clone(), ran.read(&format!("out/{name}")))).collect(), stderr))
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn beside_any_other_an_option_changes_something_or_is_refused_with_a_reason() {
    let alone: Vec<Outcome> = OPTIONS.iter().map(|option| outcome(&[option])).collect();
    let plain = outcome(&[]);
    let mut ignored = Vec::new();
    for (i, one) in OPTIONS.iter().enumerate() {
        assert!(
            alone[i].is_ok() && alone[i] != plain,
            "{one} changes nothing alone: {:?}",
            alone[i].as_ref().err()
        );
        for (j, other) in OPTIONS.iter().enumerate().skip(i + 1) {
            let twice = |option: &str| one.contains(option) && other.contains(option);
            if twice("--by-") || twice("--machine") {
                continue;
            }
            let both = outcome(&[one, other]);
            if let Err(refusal) = &both {
                assert!(refusal.contains('`') || refusal.contains("hint"), "{one} {other}: {refusal}");
            }
            for (name, beside, without) in [(one, other, &alone[j]), (other, one, &alone[i])] {
                let said_already = *name == "--lines separate" && APART.contains(beside);
                if both == *without && !said_already {
                    ignored.push(format!("{name} beside {beside}"));
                }
            }
        }
    }
    assert_eq!(ignored, Vec::<String>::new());
}
