//! The results of a job: its summary, its plan and its files, in memory.

use std::io::{Read as _, Write as _};

use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use piecework_app::job::{JobEnd, Made, Outcome};

/// What a job made.
#[derive(Debug)]
pub struct Results {
    /// How it ended.
    pub(super) end: JobEnd,
    /// How it ended, what was made in numbers and words, and the files by name.
    pub(super) summary: Value,
    /// Everything that was decided, as JSON, one for each product.
    pub(super) plan: Bytes,
    /// The same in words: parts with their lines, one list for each product.
    pub(super) words: Bytes,
    files: Vec<(String, Bytes)>,
    /// Pages to look at that are no files.
    pages: Vec<LaidPage>,
}

/// A page as it will be printed, as SVG.
#[derive(Debug)]
pub(super) struct LaidPage {
    name: String,
    title: String,
    svg: Laid,
}

#[derive(Debug)]
enum Laid {
    Plain(Bytes),
    /// By gzip: half its size, and what browsers take.
    Packed(Bytes),
}

impl LaidPage {
    /// Keeps a page; `packs` it where it waits.
    pub(super) fn new(name: String, title: String, svg: Vec<u8>, packs: bool) -> std::io::Result<Self> {
        let svg = if packs { Laid::Packed(packed(&svg)?) } else { Laid::Plain(svg.into()) };
        Ok(Self { name, title, svg })
    }

    /// How much memory it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let (Laid::Plain(svg) | Laid::Packed(svg)) = &self.svg;
        self.name.len() + self.title.len() + svg.len()
    }

    /// The SVG for those who take gzip.
    pub(super) fn packed(&self) -> Option<Bytes> {
        match &self.svg {
            Laid::Plain(svg) => packed(svg).ok(),
            Laid::Packed(packed) => Some(packed.clone()),
        }
    }

    /// The SVG for those who do not.
    pub(super) fn unpacked(&self) -> Option<Bytes> {
        match &self.svg {
            Laid::Plain(svg) => Some(svg.clone()),
            Laid::Packed(packed) => {
                let mut svg = Vec::new();
                GzDecoder::new(&**packed).read_to_end(&mut svg).ok()?;
                Some(svg.into())
            }
        }
    }
}

fn packed(svg: &[u8]) -> std::io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(svg)?;
    Ok(encoder.finish()?.into())
}

/// How a job ended, as the page reads it.
pub(super) const fn end_word(end: JobEnd) -> &'static str {
    match end {
        JobEnd::Done | JobEnd::Fewer => "done",
        JobEnd::No => "no",
        JobEnd::Stopped => "stopped",
    }
}

impl Results {
    pub(super) fn new(outcome: Outcome, pages: Vec<LaidPage>) -> Self {
        let files: Vec<(String, Bytes)> = outcome
            .files
            .iter()
            .map(|(name, bytes)| (name.to_owned(), Bytes::copy_from_slice(bytes)))
            .collect();
        let listed = files.iter().map(
            |(name, bytes)| json!({ "name": name, "bytes": bytes.len(), "machine": is_for_machine(name) }),
        );
        let laid = pages.iter().map(|page| json!({ "name": page.name, "title": page.title }));
        let summary = json!({
            "end": end_word(outcome.end),
            "made": outcome.made.iter().map(made).collect::<Vec<Value>>(),
            "files": listed.collect::<Vec<Value>>(),
            "pages": laid.collect::<Vec<Value>>(),
        });
        let plans: Vec<Value> = outcome.made.iter().map(|made| json!(made.plan)).collect();
        let words: Vec<Value> = outcome.made.iter().map(|made| json!(made.plan.in_words())).collect();
        let text = |values: Vec<Value>| Bytes::from(Value::from(values).to_string());
        Self { end: outcome.end, summary, plan: text(plans), words: text(words), files, pages }
    }

    /// How it ended, what was made in numbers and words, and the files by name.
    pub const fn summary(&self) -> &Value {
        &self.summary
    }

    /// Everything that was decided, as JSON, one for each product.
    pub fn plan(&self) -> &[u8] {
        &self.plan
    }

    /// The same in words.
    pub fn words(&self) -> &[u8] {
        &self.words
    }

    /// The files with their names.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), &**bytes))
    }

    /// The pages to look at with their names, as SVG.
    pub fn pages(&self) -> impl Iterator<Item = (&str, Vec<u8>)> {
        self.pages.iter().map(|page| (page.name.as_str(), page.unpacked().unwrap_or_default().into()))
    }

    /// A file by name.
    pub(super) fn file(&self, name: &str) -> Option<Bytes> {
        self.files.iter().find(|(other, _)| other == name).map(|(_, bytes)| bytes.clone())
    }

    /// A page to look at, by name.
    pub(super) fn page(&self, name: &str) -> Option<&LaidPage> {
        self.pages.iter().find(|page| page.name == name)
    }

    /// How much memory they take, about.
    pub(super) fn bytes(&self) -> usize {
        self.made_bytes() + self.pages.iter().map(LaidPage::bytes).sum::<usize>()
    }

    /// The same without the pages to look at.
    pub(super) fn made_bytes(&self) -> usize {
        let files = self.files.iter().map(|(name, bytes)| name.len() + bytes.len());
        self.plan.len() + self.words.len() + files.sum::<usize>()
    }

    /// All files as one ZIP archive, the same bytes every time.
    pub fn zip(&self) -> Vec<u8> {
        piecework_app::output::zip(self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_ref())))
    }
}

/// Whether a file has the lines of a sheet for a machine: hairlines that are hardly seen on a screen.
fn is_for_machine(name: &str) -> bool {
    name.contains("-cut-")
}

fn made(made: &Made) -> Value {
    json!({ "product": made.product, "end": end_word(made.end), "summary": made.summary, "text": made.text })
}
