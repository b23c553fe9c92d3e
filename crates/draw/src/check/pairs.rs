//! Follows what begins and ends in a file, nested only as deep as the limit `depth` allows.

use super::CheckError;

/// The words that begin and end something, and what has begun.
pub(super) struct Pairs {
    words: &'static [(&'static str, &'static str)],
    allowed: usize,
    open: Vec<(&'static str, &'static str)>,
}

impl Pairs {
    pub(super) const fn new(words: &'static [(&'static str, &'static str)], allowed: usize) -> Self {
        Self { words, allowed, open: Vec::new() }
    }

    /// Takes the next word, which may begin or end something.
    pub(super) fn take(&mut self, word: &str) -> Result<(), CheckError> {
        if let Some(&pair) = self.words.iter().find(|(begin, _)| *begin == word) {
            self.open.push(pair);
            let too_deep = self.open.len() > self.allowed;
            return if too_deep { Err(CheckError::TooDeep { allowed: self.allowed }) } else { Ok(()) };
        }
        let Some(&(begin, end)) = self.words.iter().find(|(_, end)| *end == word) else { return Ok(()) };
        let has_begun = self.open.iter().any(|(_, wanted)| *wanted == end);
        match self.open.pop() {
            Some((_, wanted)) if wanted == end => Ok(()),
            Some((_, missing)) if has_begun => Err(CheckError::Missing { missing }),
            _ => Err(CheckError::Missing { missing: begin }),
        }
    }

    /// Refuses a file that ends before what has begun in it.
    pub(super) fn finish(&self) -> Result<(), CheckError> {
        self.open.last().map_or(Ok(()), |&(_, missing)| Err(CheckError::Missing { missing }))
    }
}
