//! Finds circles of dependencies.

use std::collections::{BTreeMap, BTreeSet};

use crate::house::Arrow;

/// The dependencies of each thing.
type Needs = BTreeMap<String, BTreeSet<String>>;

/// The circles of files, and of folders beside files and folders, each as sorted paths.
pub(crate) fn circles(arrows: &BTreeSet<Arrow>) -> BTreeSet<Vec<String>> {
    let arrows: Vec<&Arrow> = arrows.iter().filter(|arrow| !is_to_own_face(arrow)).collect();
    let files = collected(arrows.iter().map(|arrow| (arrow.from.clone(), arrow.to.clone())));
    let beside = collected(arrows.iter().map(|arrow| apart(&arrow.from, &arrow.to)));
    loops(&files).into_iter().chain(loops(&beside)).collect()
}

/// Whether a file takes a name from the module that holds it: `quilt/a.rs` from `quilt/mod.rs`, or from `quilt.rs`. That
/// module uses its parts and may also define what they share, so this alone is not a circle.
fn is_to_own_face(arrow: &Arrow) -> bool {
    let holder = ["/mod.rs", "/main.rs", ".rs"].iter().find_map(|ending| arrow.to.strip_suffix(ending));
    holder.is_some_and(|folder| arrow.from.starts_with(&format!("{folder}/")))
}

/// The first parts where two paths differ: `quilt/a/b.rs` and `quilt/c.rs` give `quilt/a/` and `quilt/c.rs`.
fn apart(from: &str, to: &str) -> (String, String) {
    let same = from.split('/').zip(to.split('/')).take_while(|(a, b)| a == b).count();
    let cut = |path: &str| {
        let parts: Vec<&str> = path.split('/').collect();
        let folder = if parts.len() > same + 1 { "/" } else { "" };
        format!("{}{folder}", parts[..=same].join("/"))
    };
    (cut(from), cut(to))
}

fn collected(pairs: impl Iterator<Item = (String, String)>) -> Needs {
    let mut needs = Needs::new();
    for (from, to) in pairs {
        needs.entry(from).or_default().insert(to);
    }
    needs
}

/// Strongly connected components with more than one member.
fn loops(needs: &Needs) -> BTreeSet<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        needs.keys().map(|from| (from, reach(needs, from))).collect();
    let mutual = |a: &String, b: &String| {
        reached[a].contains(b) && reached.get(b).is_some_and(|back| back.contains(a))
    };
    needs
        .keys()
        .map(|from| {
            reached[from].iter().filter(|to| mutual(from, to)).map(|&to| to.clone()).collect::<Vec<_>>()
        })
        .filter(|circle| !circle.is_empty())
        .collect()
}

/// Everything that `from` needs, directly or through others.
fn reach<'n>(needs: &'n Needs, from: &'n String) -> BTreeSet<&'n String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(here) = open.pop() {
        open.extend(needs.get(here).into_iter().flatten().filter(|&to| found.insert(to)));
    }
    found
}

#[test]
fn circles_of_files_and_of_folders_are_found() {
    let arrow =
        |from: &str, to: &str| Arrow { from: from.into(), to: to.into(), name: String::new(), line: 1 };
    let found = |arrows: &[(&str, &str)]| circles(&arrows.iter().map(|(from, to)| arrow(from, to)).collect());
    assert!(found(&[("q/a.rs", "q/b.rs"), ("q/b.rs", "q/c.rs"), ("q/a.rs", "q/c.rs")]).is_empty());
    let three = found(&[("q/a.rs", "q/b.rs"), ("q/b.rs", "q/c.rs"), ("q/c.rs", "q/a.rs")]);
    assert_eq!(three, BTreeSet::from([vec!["q/a.rs".into(), "q/b.rs".into(), "q/c.rs".into()]]));
    // The pages read the plan, so the plan must not read the pages.
    let back = found(&[("q/pages/a.rs", "q/plan/b.rs"), ("q/plan/c.rs", "q/pages/d.rs")]);
    assert_eq!(back, BTreeSet::from([vec!["q/pages/".into(), "q/plan/".into()]]));
    assert!(found(&[("q/mod.rs", "q/a.rs"), ("q/a.rs", "q/mod.rs")]).is_empty());
    // From outside of the folder, its `mod.rs` is a file like any other.
    let around = [("q/mod.rs", "q/a.rs"), ("q/a.rs", "b.rs"), ("b.rs", "q/mod.rs")];
    assert_eq!(found(&around).len(), 2, "of the files, and of `b.rs` and the folder");
}
