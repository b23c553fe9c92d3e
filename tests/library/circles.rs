//! Finds the circles: modules of one folder that use each other. ARCHITECTURE.md lists those that stay.
//!
//! A module uses another if its code outside of tests names something that is defined there; re-exports are followed. A
//! folder counts as one module among its neighbours. What a folder's own `mod.rs` and the modules in it have of
//! each other is no circle: they are one thought.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::crates::{production, sources};

/// A module by its names from the root of its crate; a path in code, by its names.
type Names = Vec<String>;

/// What is known of a module.
#[derive(Default)]
struct Module {
    /// The names of the items that it defines.
    items: BTreeSet<String>,
    /// What it imports or exports again: the path, and its name here; `*` for all.
    uses: Vec<(Names, String)>,
    /// All other paths of its code.
    paths: Vec<Names>,
}

/// The modules of a crate.
struct Crate(BTreeMap<Names, Module>);

/// Identifiers, `::` and single characters; no comments, and nothing that is quoted.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut length = first.len_utf8();
        if rest.starts_with("//") {
            length = rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("r#\"") {
            length = rest.find("\"#").map_or(rest.len(), |at| at + 2);
        } else if is_word(first) {
            length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            found.push(rest[..length].to_owned());
        } else if first == '"' {
            let mut escaped = false;
            let ends = |c: char| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            };
            length = rest[1..].find(ends).map_or(rest.len(), |at| at + 2);
        } else if first == '\'' && rest.chars().nth(2) == Some('\'') && !rest.starts_with("'\\") {
            length = rest.chars().take(3).map(char::len_utf8).sum();
        } else if let Some(escaped) = rest.strip_prefix("'\\") {
            length = escaped.find('\'').map_or(rest.len(), |at| at + 3);
        } else if rest.starts_with("::") {
            length = 2;
            found.push("::".to_owned());
        } else if !first.is_whitespace() {
            found.push(first.to_string());
        }
        rest = &rest[length..];
    }
    found
}

/// Reads a tree of `use`, of which `path` is what stands before; returns the rest.
fn tree<'t>(path: &[String], mut text: &'t [String], uses: &mut Vec<(Names, String)>) -> &'t [String] {
    let mut path = path.to_vec();
    loop {
        match text[0].as_str() {
            "{" => {
                text = &text[1..];
                while text[0] != "}" {
                    text = tree(&path, text, uses);
                    text = if text[0] == "," { &text[1..] } else { text };
                }
                return &text[1..];
            }
            "self" if !path.is_empty() => {}
            name => path.push(name.to_owned()),
        }
        text = &text[1..];
        match text[0].as_str() {
            "::" => text = &text[1..],
            "as" => {
                uses.push((path, text[1].clone()));
                return &text[2..];
            }
            _ => {
                let name = path.last().expect("a name").clone();
                uses.push((path, name));
                return text;
            }
        }
    }
}

impl Module {
    fn read(text: &str) -> Self {
        let tokens = tokens(text);
        let (mut module, mut depth, mut rest) = (Self::default(), 0_usize, tokens.as_slice());
        while let Some(token) = rest.first() {
            rest = &rest[1..];
            match token.as_str() {
                "use" if rest[0] != "<" => {
                    let leading = usize::from(rest[0] == "::");
                    rest = tree(&[], &rest[leading..], &mut module.uses);
                }
                "{" => depth += 1,
                "}" => depth -= 1,
                "fn" | "const" | "static" | "type" if depth == 0 => {
                    module.items.insert(rest[0].clone());
                }
                // Errors and options are inside of a macro.
                "struct" | "enum" | "trait" if depth <= 1 => {
                    module.items.insert(rest[0].clone());
                }
                name if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                    let mut path = vec![name.to_owned()];
                    while let [colons, name, ..] = rest
                        && colons == "::"
                        && name.starts_with(|c: char| c.is_alphabetic())
                    {
                        path.push(name.clone());
                        rest = &rest[2..];
                    }
                    module.paths.extend((path.len() > 1).then_some(path));
                }
                _ => {}
            }
        }
        module
    }
}

impl Crate {
    fn read(root: &Path) -> Self {
        let mut found = Vec::new();
        sources(root, &mut found);
        let module = |path: &std::path::PathBuf| {
            let names = path.strip_prefix(root).expect("below").with_extension("");
            let mut names: Names =
                names.iter().map(|name| name.to_str().expect("a name").to_owned()).collect();
            if ["mod", "lib", "main"].contains(&names[names.len() - 1].as_str()) {
                names.pop();
            }
            let text = fs::read_to_string(path).expect("readable");
            (names, Module::read(&production(&text).join("\n")))
        };
        let is_test =
            |path: &std::path::PathBuf| path.iter().any(|name| name == "tests" || name == "tests.rs");
        Self(found.iter().filter(|path| !is_test(path)).map(module).collect())
    }

    /// The module that defines what a path names in the module `at`; none for what is not of this crate.
    fn home(&self, at: &[String], path: &[String], tried: &mut BTreeSet<(Names, String)>) -> Option<Names> {
        let mut at = at.to_vec();
        let mut path = path;
        match path[0].as_str() {
            "crate" => (at, path) = (Vec::new(), &path[1..]),
            "self" => path = &path[1..],
            _ => {}
        }
        while path.first().is_some_and(|name| name == "super") {
            at.pop();
            path = &path[1..];
        }
        while let Some(name) = path.first() {
            let below = [at.as_slice(), std::slice::from_ref(name)].concat();
            let module = self.0.get(&at)?;
            if self.0.contains_key(&below) {
                (at, path) = (below, &path[1..]);
                continue;
            }
            if name == "*" || module.items.contains(name) {
                return Some(at);
            }
            if !tried.insert((at.clone(), name.clone())) {
                return None;
            }
            let named = module.uses.iter().filter(|(_, known)| known == name);
            let named = named.map(|(from, _)| [from, &path[1..]].concat());
            let all = module.uses.iter().filter(|(_, known)| known == "*");
            let all = all.map(|(from, _)| [&from[..from.len() - 1], path].concat());
            return named.chain(all).find_map(|from| self.home(&at, &from, tried));
        }
        Some(at)
    }

    /// For each folder what its modules use of each other.
    fn arrows(&self) -> BTreeMap<Names, BTreeMap<String, BTreeSet<String>>> {
        let mut arrows: BTreeMap<Names, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (at, module) in &self.0 {
            for path in module.uses.iter().map(|(path, _)| path).chain(&module.paths) {
                let Some(home) = self.home(at, path, &mut BTreeSet::new()) else { continue };
                let shared = at.iter().zip(&home).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (at.get(shared), home.get(shared)) {
                    let folder = arrows.entry(at[..shared].to_vec()).or_default();
                    folder.entry(one.clone()).or_default().insert(other.clone());
                }
            }
        }
        arrows
    }
}

/// Modules that use each other, over however many others.
fn circles(arrows: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<BTreeSet<&String>> {
    let reached = |from: &String| {
        let mut reached: BTreeSet<&String> = BTreeSet::new();
        let mut open: Vec<&String> = arrows.get(from).into_iter().flatten().collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(arrows.get(next).into_iter().flatten());
            }
        }
        reached
    };
    let all: BTreeMap<&String, BTreeSet<&String>> = arrows.keys().map(|name| (name, reached(name))).collect();
    let circle = |name: &&String| {
        let is_back = |other: &&&String| all.get(**other).is_some_and(|back| back.contains(name));
        all[*name].iter().filter(is_back).copied().collect::<BTreeSet<&String>>()
    };
    all.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

#[test]
fn the_circles_are_those_that_have_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    let mut counted = 0;
    let crates =
        fs::read_dir(root.join("crates")).expect("readable").map(|entry| entry.expect("readable").path());
    for folder in crates.map(|path| path.join("src")).chain([root.join("src/bin/piecework")]) {
        let arrows = Crate::read(&folder).arrows();
        counted += arrows.values().flat_map(BTreeMap::values).map(BTreeSet::len).sum::<usize>();
        let name = folder.strip_prefix(root).expect("below").to_str().expect("a name").to_owned();
        for (at, arrows) in &arrows {
            for circle in circles(arrows) {
                let place = [std::slice::from_ref(&name), at.as_slice()].concat().join("/");
                let names: Vec<String> = circle.iter().map(|name| format!("`{name}`")).collect();
                found.insert(format!("`{place}`: {}", names.join(" ")));
            }
        }
    }
    assert!(counted > 1000, "{counted} arrows were found");
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("readable");
    let list = text.split("<!-- circles:").nth(1).expect("the list of circles").lines();
    let rows = list.skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    let written: BTreeSet<String> =
        rows.map(|row| row.split('|').nth(1).expect("a circle").trim().to_owned()).collect();
    let new: Vec<&String> = found.difference(&written).collect();
    assert!(new.is_empty(), "cut these circles, or write in ARCHITECTURE.md why they stay: {new:#?}");
    let gone: Vec<&String> = written.difference(&found).collect();
    assert!(gone.is_empty(), "these circles are cut, and ARCHITECTURE.md still lists them: {gone:#?}");
}
