//! Many lists of numbers in one allocation.

/// Converts an index, which fits because of the memory limit, to the compact number that is stored.
pub(crate) fn compact(index: usize) -> u32 {
    u32::try_from(index).expect("the memory limit keeps every index below 2^32")
}

/// Concatenated lists of numbers.
#[derive(Debug, Clone)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    pub(crate) fn new() -> Self {
        Self { starts: vec![0], values: Vec::new() }
    }

    pub(crate) fn push(&mut self, list: &[u32]) {
        self.values.extend_from_slice(list);
        self.starts.push(compact(self.values.len()));
    }

    pub(crate) fn get(&self, index: usize) -> &[u32] {
        &self.values[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}
