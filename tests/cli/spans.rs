//! Documents are tests: every piece of code in a sentence or table that has an option is typed, and every command of a block is read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the code of documents is read with: commands whose designs are printed instead of made.
const PRODUCTS: [&str; 10] =
    ["quilt", "cut", "solve", "sheet", "puzzle", "book", "order", "compatible", "divide", "compare"];

/// Commands that print no design; only their options are looked at.
const OTHERS: [&str; 8] = ["studio", "inspect", "check", "make", "list", "inkscape", "schema", "explain"];

/// Programs of others, and what begins with them.
const FOREIGN: [&str; 11] = [
    "cargo",
    "python3",
    "valgrind",
    "vpype",
    "ldd",
    "time",
    "docker",
    "rust",
    "tests/",
    "nextflow",
    "--retries",
];

/// What is said of code that only names something: a file, a bare option, an array job, and searches that save no design.
const ONLY_NAMED: [&str; 5] =
    ["[E0101]", "[E2212]", "needs a value", "finds none of SLURM", "'--save-design "];

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and every page of docs but those that are written from tables.
pub(crate) fn documents() -> Vec<PathBuf> {
    let pages = std::fs::read_dir(root().join("docs"))
        .expect("the folder")
        .map(|entry| entry.expect("readable").path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let is_written = |path: &PathBuf| path.ends_with("errors.md") || path.ends_with("gallery.md");
    let mut pages: Vec<PathBuf> = pages.filter(|path| is_page(path) && !is_written(path)).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// The text of a document without blocks, and the lines of its blocks.
fn prose_and_blocks(text: &str) -> (String, Vec<&str>) {
    let (mut prose, mut blocks, mut fenced) = (String::new(), Vec::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            blocks.push(line);
        } else if let Some(line) = line.strip_prefix("    ") {
            blocks.push(line);
        } else {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    (prose, blocks)
}

/// The code in the sentences and tables of a text.
pub(crate) fn spans(text: &str) -> Vec<String> {
    let (prose, _) = prose_and_blocks(text);
    prose.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")).collect()
}

/// Splits as a shell does, as far as documents go.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in text.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty())),
            (c, _) => word.push(c),
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// Runs the program in a folder that has the files that documents speak of.
struct Typist {
    folder: tempfile::TempDir,
    helps: BTreeMap<&'static str, String>,
}

impl Typist {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, picture) in [("cat", "four"), ("photo", "four"), ("rust", "heart"), ("oat", "reef")] {
            let picture = root().join(format!("docs/pictures/gallery/{picture}.png"));
            std::fs::copy(picture, folder.path().join(format!("{name}.jpg"))).expect("writable");
        }
        std::fs::write(folder.path().join("mine.txt"), "AAB\nABB\n").expect("writable");
        let machine = root().join("templates/machines/generic.json");
        std::fs::copy(machine, folder.path().join("mine.json")).expect("writable");
        let mut typist = Self { folder, helps: BTreeMap::new() };
        for command in PRODUCTS.into_iter().chain(OTHERS) {
            let help = typist.said(&[command.to_owned(), "--help".to_owned()]);
            typist.helps.insert(command, help.unwrap_or_else(|said| said));
        }
        typist
    }

    /// What the program says to some words, as an error if it fails.
    fn said(&self, words: &[String]) -> Result<String, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_piecework"));
        let output = command.args(words).current_dir(self.folder.path()).output().expect("it starts");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if output.status.success() { Ok(text) } else { Err(text) }
    }

    /// Whether a command has every option among some words.
    fn has(&self, command: &str, words: &[String]) -> Result<(), String> {
        let known: BTreeSet<&str> =
            self.helps[command].split([' ', '\n', ',', ']', '[', '.', ';', ')']).collect();
        let mut options =
            words.iter().filter_map(|word| word.starts_with("--").then(|| word.split('=').next())?);
        match options.find(|option| !known.contains(option) && *option != "--help") {
            Some(option) => Err(format!("`{command}` has no {option}")),
            None => Ok(()),
        }
    }

    /// Reads words with a command: what they make is printed as a design, and nothing is made.
    fn read(&self, command: &str, words: &[String]) -> Result<(), String> {
        if command != "make" {
            self.has(command, words)?;
        }
        let is_only_named = words.iter().any(|word| is_placeholder(word) || word == "--help");
        if is_only_named || (OTHERS.contains(&command) && command != "make") {
            return Ok(());
        }
        // Before the words, of which the last may be an option without its value.
        let at_end = if command == "make" { &["--save-design", "-"] } else { &[] as &[&str] };
        let at_start = if command == "make" { &[] as &[&str] } else { &["--save-design", "-"] };
        let mut said = String::new();
        for subject in [&[] as &[&str], &["pentomino-6x10"], &["tetrominoes"]] {
            let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
            let line = [own(&[command]), own(subject), own(at_start), words.to_vec(), own(at_end)].concat();
            match self.said(&line) {
                Ok(_) => return Ok(()),
                Err(text) if ONLY_NAMED.iter().any(|sign| text.contains(sign)) => return Ok(()),
                Err(text) => said = text,
            }
        }
        Err(said)
    }

    /// Reads a piece of code: a command, a puzzle with options, or options of any command.
    fn accepts(&self, code: &str) -> Result<(), String> {
        let words = without_saving(words(code.split("  #").next().unwrap_or(code)));
        let words: Vec<String> = words.into_iter().skip_while(|word| word == "piecework").collect();
        let Some(first) = words.first() else { return Ok(()) };
        let mut commands = PRODUCTS.into_iter().chain(OTHERS);
        if let Some(command) = commands.clone().find(|command| command == first) {
            return self.read(command, &words[1..]);
        }
        let mut said = String::from("no command has it");
        let is_accepted = commands.any(|command| {
            match self.has(command, &words).and_then(|()| self.read(command, &words)) {
                Ok(()) => true,
                Err(text) => {
                    if !text.contains("has no --") {
                        said = text;
                    }
                    false
                }
            }
        });
        if is_accepted { Ok(()) } else { Err(said) }
    }
}

/// The words of a command up to a pipe or another command, without where it saves its design.
fn without_saving(words: Vec<String>) -> Vec<String> {
    let mut all = words.into_iter().take_while(|word| !matches!(word.as_str(), ">" | "|" | ";" | "&&"));
    let mut kept = Vec::new();
    while let Some(word) = all.next() {
        if word == "--save-design" {
            let _file = all.next();
        } else {
            kept.push(word);
        }
    }
    kept
}

/// Whether other code of its page says what an option needs.
fn is_explained(code: &str, said: &str, page: &[String]) -> bool {
    let option = code.split(' ').next().unwrap_or(code);
    let needs = ["[E2206]", "[E3003]"].iter().any(|sign| said.contains(sign));
    needs
        && page.iter().any(|other| {
            other.split(' ').any(|word| word == option)
                && other.matches("--").count() > code.matches("--").count()
        })
}

/// Whether a word stands for what a reader puts there.
fn is_placeholder(word: &str) -> bool {
    word == "…"
        || word.contains('=') && word.chars().all(|c| c.is_ascii_uppercase() || c == '=')
        || word.chars().all(|c| c.is_ascii_uppercase())
}

/// The code of a page that has options, and the commands of its blocks.
fn code_of(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).expect("readable");
    let blocks = prose_and_blocks(&text).1.into_iter().map(|line| line.trim_start_matches("$ ").to_owned());
    let commands = blocks.filter(|line| line.starts_with("piecework "));
    let spans = spans(&text).into_iter().filter(|span| span.starts_with("--") || span.contains(" --"));
    let is_ours = |code: &String| !FOREIGN.iter().any(|word| code.starts_with(word));
    spans.chain(commands).filter(is_ours).collect()
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_option_in_a_sentence_is_one() {
    let typist = Typist::new();
    // The first hour has a test of its own, and mistakes on purpose.
    let pages = documents().into_iter().filter(|page| !page.ends_with("first-hour.md"));
    let pages: Vec<(PathBuf, Vec<String>)> =
        pages.into_iter().map(|page| (page.clone(), code_of(&page))).collect();
    let mut all: BTreeMap<&String, Vec<&(PathBuf, Vec<String>)>> = BTreeMap::new();
    for page in &pages {
        page.1.iter().for_each(|code| all.entry(code).or_default().push(page));
    }
    assert!(all.len() > 200, "{}", all.len());
    let all: Vec<_> = all.into_iter().collect();
    let told = &|(code, pages): &(&String, Vec<&(PathBuf, Vec<String>)>)| {
        let said = typist.accepts(code).err()?;
        let (page, _) = pages.iter().find(|(_, codes)| !is_explained(code, &said, codes))?;
        Some(format!("{}: `{code}`: {}", page.display(), said.lines().next().unwrap_or_default()))
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let judged = |some| {
            scope.spawn(move || Iterator::filter_map(<[_]>::iter(some), told).collect::<Vec<String>>())
        };
        let judged: Vec<_> = all.chunks(all.len().div_ceil(2)).map(judged).collect();
        judged.into_iter().flat_map(|half| half.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

/// What goes with no single puzzle: some need hexagons, a square block, two fabrics or a calendar.
const PUZZLES: [&str; 6] =
    ["pentomino-6x10", "t-tetromino-4x4", "hexiamond-6x6", "tetrahex-4x7", "calendar", "domino-8x8"];

/// Options of the guides are not only read but made, with a puzzle that has what they need.
#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn every_option_of_the_guides_makes_something() {
    let typist = Typist::new();
    let mut wrong = Vec::new();
    for (page, command) in [("docs/sew.md", "quilt"), ("docs/cut.md", "cut")] {
        let text = std::fs::read_to_string(root().join(page)).expect("readable");
        let spans: BTreeSet<String> =
            spans(&text).into_iter().filter(|span| span.starts_with("--")).collect();
        for (number, span) in spans.iter().enumerate() {
            let mut said = String::new();
            let is_made = PUZZLES.iter().any(|puzzle| {
                let line = format!("{command} {puzzle} --force -o {command}-{number} {span}");
                typist.said(&words(&line)).map_err(|text| said += &text).is_ok()
                    || said.contains("needs a value")
            });
            wrong.extend((!is_made).then(|| format!("{page}: `{span}`: {said}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every file of ours that documents name is there.
#[test]
fn every_file_in_a_sentence_is_there() {
    let folders =
        ["docs/", "packaging/", "templates/", "tests/", "examples/", "crates/", "src/", ".github/", ".ci/"];
    let mut count = 0;
    for page in documents() {
        let text = std::fs::read_to_string(&page).expect("readable");
        for span in spans(&text) {
            let path = span.split(' ').next().unwrap_or_default();
            if folders.iter().any(|folder| path.starts_with(folder)) && !path.contains(['*', '<', '{']) {
                assert!(root().join(path).exists(), "{} names {path}", page.display());
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count}");
}

/// What is counted in a sentence is counted here.
#[test]
fn numbers_of_what_is_built_in_are_right() {
    let templates = piecework::templates::puzzle_templates().len();
    let designs = piecework::design::gallery().len();
    let rules =
        [("templates", templates), ("finished designs", designs), ("designs of the gallery", designs)];
    let mut count = 0;
    for page in documents() {
        let text = std::fs::read_to_string(&page).expect("readable").replace('\n', " ");
        for (what, right) in rules {
            let (what, text) = (format!(" {what}"), text.as_str());
            for (at, _) in text.match_indices(&what) {
                let word = text[..at].rsplit([' ', '(']).next().unwrap_or_default();
                if let Ok(number) = word.parse::<usize>() {
                    assert_eq!(number, right, "{}: {number}{what}", page.display());
                    count += 1;
                }
            }
        }
    }
    assert!(count > 2, "{count}");
}
