//! Designs as JSON: read as strictly as puzzles, written as short as they can be.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{
    BookRequest, Design, DesignError, Options as _, PRODUCTS, Product, ReadOptions as _, SearchRequest,
    Subject,
};
use piecework_tiling::defect::ReadError;
use piecework_tiling::json::{Document, Node, Object};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, puzzle_at, write_puzzle};
use piecework_tiling::source::Source;
use piecework_tiling::text;
use piecework_tiling::tiling::{Tiling, tiling_at, write_record};

/// The format that is written, and the newest that is read.
const FORMAT: i64 = 2;

/// The keys of a design beside its products.
pub(super) const KEYS: [&str; 6] = ["piecework", "puzzle", "puzzles", "tilings", "files", "search"];
/// The keys that say what a design is about.
pub(super) const SUBJECT_KEYS: &[&str] = &["puzzle", "tilings", "files", OPEN];
/// The key of the cells of a puzzle with classes that stay open: of a puzzle alone an option of its search.
const OPEN: &str = "open";

/// What files are called where nothing says it.
const STEM: &str = "tiling";

/// Whether a JSON text is a design, and not a puzzle or a record by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DesignFile {
    /// It names or holds its puzzle under a key.
    Design,
    /// It is a puzzle file with products beside the puzzle.
    PuzzleWithProducts,
}

impl DesignFile {
    /// What a text is; none if it is no design.
    pub fn recognise(source: &Source) -> Option<Self> {
        if !source.text().trim_start().starts_with('{') {
            return None;
        }
        // What is wrong with the syntax is reported when the text is read.
        let document = Document::parse(source, &Limits::default()).ok()?;
        let root = document.root();
        let has_products = PRODUCTS.iter().any(|spec| root.has(spec.name));
        match root {
            _ if root.has("placements") || root.has("fingerprint") => None,
            _ if root.has("region") => has_products.then_some(Self::PuzzleWithProducts),
            _ => {
                let own = ["puzzles", "tilings", "puzzle"].iter().any(|key| root.has(key));
                (own || has_products).then_some(Self::Design)
            }
        }
    }
}

impl Design {
    /// Reads a design: `{ "piecework": 2, "puzzle": …, "cut": { … } }`, or a puzzle file with products beside
    /// the puzzle.
    ///
    /// # Errors
    /// [`ReadError`] with everything that is wrong, each with its place.
    ///
    /// # Examples
    /// ```
    /// use piecework_app::design::{Design, Product};
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::source::Source;
    /// let text = r#"{ "piecework": 2, "puzzle": "pentomino-6x10", "cut": { "kerf": "0.2mm" } }"#;
    /// let design = Design::read(&Source::new("d.json", text), &Limits::default())?;
    /// assert!(matches!(&design.products[..], [Product::Cut(cut)] if cut.kerf_mm() == 0.2));
    /// let again = Source::new("again.json", design.to_json());
    /// assert_eq!(Design::read(&again, &Limits::default())?, design);
    /// # Ok::<(), piecework_tiling::defect::ReadError>(())
    /// ```
    pub fn read(source: &Source, limits: &Limits) -> Result<Self, ReadError> {
        let document = Document::parse(source, limits)?;
        let stem = stem_of(source.name());
        let design = match DesignFile::recognise(source) {
            Some(DesignFile::PuzzleWithProducts) => puzzle_with_products(document.root(), &stem),
            _ => design(document.root(), &stem),
        };
        document.finish(design)
    }

    /// The shortest JSON that reads back as the same design, on one line: templates by name, other puzzles in
    /// full, and options only where they are not the default.
    pub fn to_json(&self) -> String {
        let members = self.members();
        let members = members.iter().map(|(key, value)| format!("\"{key}\":{value}"));
        format!("{{{}}}", members.collect::<Vec<String>>().join(","))
    }

    /// The same for reading, with a line for each key.
    pub fn to_json_pretty(&self) -> String {
        let members = self.members();
        let indented = |value: &Value| format!("{value:#}").replace('\n', "\n  ");
        let members = members.iter().map(|(key, value)| format!("  \"{key}\": {}", indented(value)));
        format!("{{\n{}\n}}\n", members.collect::<Vec<String>>().join(",\n"))
    }

    /// What a written file carries, so that it can be made again: this product alone, and of the search only
    /// what decides the result.
    pub fn recipe(&self, product: &Product) -> String {
        self.recipe_for(self.subjects.clone(), product)
    }

    /// The same for other subjects.
    pub(crate) fn recipe_for(&self, subjects: Vec<Subject>, product: &Product) -> String {
        let mut search = self.search.clone();
        (search.threads, search.memory, search.time_limit) = (None, None, None);
        Design { subjects, search, products: vec![product.clone()] }.to_json()
    }

    /// The same for a book, whose parts hold its puzzles and what decides those that are made to order.
    pub(crate) fn book_recipe(&self, book: BookRequest) -> String {
        let search = SearchRequest {
            seed: self.search.seed.filter(|_| book.searches_at_random()),
            ..self.search.clone()
        };
        let design = Design { search, ..Design::default() };
        design.recipe_for(Vec::new(), &Product::Book(Box::new(book)))
    }

    /// The keys in the order of reading, with their values.
    fn members(&self) -> Vec<(&'static str, Value)> {
        let mut members = vec![("piecework", Value::from(FORMAT))];
        let mut search = self.search.to_json();
        match self.subjects.as_slice() {
            [] => {}
            [subject] => {
                let (open, own) = subject.members().into_iter().partition(|(key, _)| *key == OPEN);
                members.extend::<Vec<_>>(own);
                open.into_iter().for_each(|(key, words): (&str, Value)| search[key] = words);
            }
            several => {
                members.push(("puzzles", several.iter().map(Subject::to_json).collect::<Value>()));
            }
        }
        if search != json!({}) {
            members.push(("search", search));
        }
        for product in &self.products {
            members.push((product.spec().name, product.to_json()));
        }
        members
    }
}

impl Subject {
    /// Whether the tilings read back with their puzzle where nothing but they are written: the same puzzle, its pieces drawn
    /// alike, since words say how pieces are turned from there. Those of several puzzles have to.
    fn tilings_say_the_puzzle(&self) -> bool {
        let Some(first) = self.tilings.first() else { return false };
        let puzzle = self.puzzle.fingerprint();
        let source = Source::new("tiling", write_record(first));
        let read = piecework_tiling::tiling::read_records(&source, None, &Limits::default());
        let is_same = |read: &Puzzle| {
            let shapes =
                |puzzle: &Puzzle| puzzle.pieces().iter().map(|piece| piece.shape.clone()).collect::<Vec<_>>();
            read.fingerprint() == puzzle && shapes(read) == shapes(&self.puzzle)
        };
        read.is_ok_and(|read| is_same(read[0].puzzle()))
            || self.tilings.iter().any(|tiling| tiling.puzzle().fingerprint() != puzzle)
    }

    /// Its name if it is a template, or an object.
    pub(super) fn to_json(&self) -> Value {
        match self.template {
            Some(name) if self.members().len() == 1 => name.into(),
            _ => self.members().into_iter().collect(),
        }
    }

    pub(super) fn members(&self) -> Vec<(&'static str, Value)> {
        let mut members = Vec::new();
        // Tilings are those of the puzzle that is left, which is written then.
        let named = self.template.filter(|_| self.open.is_none() || self.tilings.is_empty());
        let stem = if named.is_some() { self.whole_stem() } else { &self.stem };
        // Most tilings that were brought say their puzzle themselves.
        if let Some(name) = named {
            members.push(("puzzle", name.into()));
        } else if !self.tilings_say_the_puzzle() {
            members.push(("puzzle", parsed(&write_puzzle(&self.puzzle))));
        }
        if !self.tilings.is_empty() {
            let records = self.tilings.iter().map(|tiling| parsed(&write_record(tiling)));
            members.push(("tilings", records.collect()));
        }
        if named != Some(stem) {
            members.push(("files", stem.into()));
        }
        members.extend(self.open.as_deref().filter(|_| named.is_some()).map(|words| (OPEN, words.into())));
        members
    }
}

/// JSON of our own as a value.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("what piecework writes is JSON")
}

/// What files made from a file are called: its own name in letters that every system allows.
pub fn stem_of(name: &str) -> String {
    let name = std::path::Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let slug = text::slug(&name.unwrap_or_default());
    if slug.is_empty() { STEM.to_owned() } else { slug }
}

fn design(root: Node<'_>, stem: &str) -> Option<Design> {
    let keys: Vec<&'static str> = KEYS.into_iter().chain(PRODUCTS.iter().map(|spec| spec.name)).collect();
    let file = root.file(&keys, FORMAT)?;
    let subjects = subjects(&file, stem);
    let (search, products) = (search(&file), products(&file));
    Some(Design { subjects: subjects?, search: search?, products: products? })
}

/// A puzzle file in which products stand beside the puzzle.
fn puzzle_with_products(root: Node<'_>, stem: &str) -> Option<Design> {
    let extra: Vec<&'static str> =
        ["files", "search"].into_iter().chain(PRODUCTS.iter().map(|spec| spec.name)).collect();
    let puzzle = puzzle_at(root, &extra);
    let file = root.any_object()?;
    let (search, products, stem) = (search(&file), products(&file), stem_in(&file, stem));
    let subject =
        Subject { stem: stem?, template: None, open: None, puzzle: Arc::new(puzzle?), tilings: Vec::new() };
    Some(Design { subjects: vec![subject], search: search?, products: products? })
}

fn search(file: &Object<'_>) -> Option<SearchRequest> {
    file.get("search").map_or_else(|| Some(SearchRequest::default()), SearchRequest::read)
}

/// The products in the order of the help; all are read, so that every mistake is noted.
fn products(file: &Object<'_>) -> Option<Vec<Product>> {
    let read: Vec<Option<Product>> = PRODUCTS
        .iter()
        .filter_map(|spec| {
            let node = file.get(spec.name)?;
            let product = (spec.read)(node);
            Some(product.and_then(|product| node.check(product.check()).map(|()| product)))
        })
        .collect();
    read.into_iter().collect()
}

fn subjects(file: &Object<'_>, stem: &str) -> Option<Vec<Subject>> {
    let Some(several) = file.get("puzzles") else {
        return subject(file, stem).map(|subject| subject.into_iter().collect());
    };
    if let Some((key, node)) = SUBJECT_KEYS.iter().find_map(|&key| Some((key, file.get(key)?))) {
        node.excludes(key, "puzzles");
        return None;
    }
    let most = several.limits().get(Limit::SolutionsWritten);
    let read: Vec<Option<Subject>> = several
        .list(1, most)?
        .into_iter()
        .map(|node| {
            if !node.is_object() {
                return node.check(Subject::template(node.text()?));
            }
            let object = node.object(SUBJECT_KEYS)?;
            let subject = subject(&object, STEM)?;
            if subject.is_none() {
                node.refuse(DesignError::NoSubject);
            }
            subject
        })
        .collect();
    read.into_iter().collect()
}

/// What `puzzle`, `tilings` and `files` say; nothing if none of them is there.
pub(super) fn subject(object: &Object<'_>, stem: &str) -> Option<Option<Subject>> {
    let named = match object.get("puzzle") {
        None => None,
        Some(node) if node.is_object() => {
            let puzzle = Arc::new(puzzle_at(node, &[])?);
            Some(Subject { stem: stem.to_owned(), template: None, open: None, puzzle, tilings: Vec::new() })
        }
        Some(node) => Some(node.check(Subject::template(node.text()?))?),
    };
    let stem = match &named {
        Some(Subject { template: Some(name), .. }) => stem_in(object, name)?,
        _ => stem_in(object, stem)?,
    };
    let named = match named {
        Some(subject) => Some(opened(object, Subject { stem: stem.clone(), ..subject })?),
        None => None,
    };
    let puzzle = named.as_ref().map(|subject| &subject.puzzle);
    let tilings = object.get("tilings").map_or(Some(Vec::new()), |node| tilings(node, puzzle))?;
    let found = match (named, tilings.first()) {
        (Some(mut subject), Some(first)) => {
            // Its tilings choose the cells that stay open, as a search over all choices made them.
            object.node().check(subject.leave_open_as(first))?;
            Subject { tilings, ..subject }
        }
        (Some(subject), None) => subject,
        (None, Some(first)) => {
            let puzzle = Arc::clone(first.puzzle());
            Subject { stem, template: None, open: None, puzzle, tilings }
        }
        (None, None) => return Some(None),
    };
    Some(Some(found))
}

/// Leaves the cells of a puzzle open that the object names.
fn opened(object: &Object<'_>, mut subject: Subject) -> Option<Subject> {
    let Some(node) = object.get(OPEN) else { return Some(subject) };
    let words = node.text()?;
    node.check(subject.open(words))?;
    Some(subject)
}

fn tilings(node: Node<'_>, puzzle: Option<&Arc<Puzzle>>) -> Option<Vec<Tiling>> {
    let entries = node.list(1, node.limits().get(Limit::SolutionsWritten))?;
    let read: Vec<Option<Tiling>> = entries.into_iter().map(|entry| tiling_at(entry, puzzle)).collect();
    let mut tilings = read.into_iter().collect::<Option<Vec<Tiling>>>()?;
    piecework_tiling::tiling::share_puzzles(&mut tilings);
    Some(tilings)
}

/// What files are called: `files`, or else `stem`.
fn stem_in(object: &Object<'_>, stem: &str) -> Option<String> {
    let Some(node) = object.get("files") else { return Some(stem.to_owned()) };
    let name = node.name(Limit::TitleCharacters)?;
    Some(stem_of(&format!("{name}.x")))
}
