//! Resolves the imports between files: follows paths through modules and re-exports to the file that defines a name.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::{Name, Way, names};
use crate::source::Source;

/// The longest chain of re-exports.
const MOST_STEPS: usize = 20;

/// A module, such as `["quilt", "piecing"]`. Modules of the program begin with `bin`.
type Module = Vec<String>;

/// The files of the project, by module.
pub(crate) struct House {
    /// The path of the file of every module.
    files: BTreeMap<Module, String>,
    /// The names in every file.
    names: BTreeMap<String, Vec<Name>>,
    /// The words in the code of a file, outside of `use` lines: they show whether a re-export is used there, too.
    words: BTreeMap<String, BTreeSet<String>>,
}

/// One file takes a name from another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) name: String,
    pub(crate) line: usize,
}

impl House {
    pub(crate) fn new(sources: &[Source]) -> Self {
        let files = sources.iter().map(|source| (module(&source.path), source.path.clone())).collect();
        let named = sources.iter().map(|source| (source.path.clone(), names(&source.tokens))).collect();
        let words = sources.iter().map(|source| (source.path.clone(), words_of(source))).collect();
        Self { files, names: named, words }
    }

    /// Every arrow from file to file.
    pub(crate) fn arrows(&self) -> BTreeSet<Arrow> {
        let mut arrows = BTreeSet::new();
        for (module, file) in &self.files {
            for name in &self.names[file] {
                let handed_on = |here: &String| !self.words[file].contains(here);
                if matches!(&name.way, Way::Import { here, public: true } if handed_on(here)) {
                    continue;
                }
                let to = self.target(module, &name.path, MOST_STEPS).filter(|to| to != file);
                arrows.extend(to.map(|to| Arrow {
                    from: file.clone(),
                    to,
                    name: name.path.last().cloned().unwrap_or_default(),
                    line: name.line,
                }));
            }
        }
        arrows
    }

    /// The file that defines `path` in `module`; `None` for modules themselves and for foreign names.
    fn target(&self, module: &Module, path: &[String], steps: usize) -> Option<String> {
        let (mut here, rest) = self.begin(module, path)?;
        let mut rest = rest.iter().map(String::as_str);
        while let Some(word) = rest.next() {
            match word {
                "super" => drop(here.pop()),
                "self" => {}
                word if self.files.contains_key(&child(&here, word)) => here.push(word.to_owned()),
                word => return self.holder(&here, word, rest.next(), steps),
            }
        }
        None
    }

    /// The module where a path starts, and the rest of the path.
    fn begin<'p>(&self, module: &Module, path: &'p [String]) -> Option<(Module, &'p [String])> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some((module.iter().take_while(|part| *part == "bin").cloned().collect(), rest)),
            "super" | "self" => Some((module.clone(), path)),
            word if self.files.contains_key(&child(module, word)) => Some((module.clone(), path)),
            word => {
                // A module that was imported: `use super::yardage;` and then `yardage::Need`.
                let file = &self.files[module];
                let imports = self.names[file].iter().filter(|name| name.path.len() > 1);
                let import = imports
                    .into_iter()
                    .find(|name| matches!(&name.way, Way::Import { here, .. } if here == word))?;
                let at = self.module_at(module, &import.path)?;
                Some((at, rest))
            }
        }
    }

    /// The module that a path names, if it names one.
    fn module_at(&self, module: &Module, path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut here = match first.as_str() {
            "crate" => module.iter().take_while(|part| *part == "bin").cloned().collect(),
            "super" => module[..module.len().checked_sub(1)?].to_vec(),
            "self" => module.clone(),
            word => child(module, word),
        };
        for word in rest {
            if word == "super" {
                here.pop();
            } else {
                here.push(word.clone());
            }
        }
        self.files.contains_key(&here).then_some(here)
    }

    /// The file that a word in a module comes from: through a `use` line there, or the module's own file.
    fn holder(&self, module: &Module, word: &str, next: Option<&str>, steps: usize) -> Option<String> {
        let file = self.files.get(module)?;
        let import = self.names[file]
            .iter()
            .find(|name| matches!(&name.way, Way::Import { here, .. } if here == word));
        let Some(import) = import.filter(|_| steps > 0) else { return Some(file.clone()) };
        let mut path = import.path.clone();
        if self.module_at(module, &path).is_some() {
            path.extend(next.map(str::to_owned));
        }
        // A name from another crate through one of our files belongs to that file.
        self.target(module, &path, steps - 1).or_else(|| Some(file.clone()))
    }
}

/// `quilt/piecing/board.rs` holds `quilt::piecing::board`; `bin/piecework/main.rs` is the root of the program.
fn module(path: &str) -> Module {
    let path = path.trim_end_matches(".rs").replace("bin/piecework/", "bin/");
    let parts: Vec<&str> = path.split('/').collect();
    let parts = match parts.split_last() {
        Some((&("mod" | "lib" | "main"), rest)) => rest,
        _ => &parts[..],
    };
    parts.iter().map(|&part| part.to_owned()).collect()
}

fn child(module: &[String], word: &str) -> Module {
    module.iter().cloned().chain([word.to_owned()]).collect()
}

/// The words of a file, without those of its `use` lines.
fn words_of(source: &Source) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut importing = false;
    for token in &source.tokens {
        importing = token.text == "use" || importing && token.text != ";";
        if !importing {
            words.insert(token.text.clone());
        }
    }
    words
}
