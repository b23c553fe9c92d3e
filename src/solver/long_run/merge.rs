//! Checks whether the files of several shards make up one whole search.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{CheckpointError, CheckpointFault};
use super::header::RunHeader;

/// The file of one shard, as needed for joining.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShardFile<'f> {
    /// Its name in messages.
    pub name: &'f str,
    /// Its first line.
    pub header: &'f RunHeader,
    /// The parts in it.
    pub parts: &'f BTreeSet<usize>,
}

/// Refuses files that are not all shards of one search, each once and complete. Returns the file of each part: an
/// index into `files`.
///
/// # Errors
/// [`CheckpointFault::Other`], [`CheckpointFault::DoubledShard`], [`CheckpointFault::MissingShards`] and
/// [`CheckpointFault::Unfinished`], with the file.
pub(crate) fn join_shards(files: &[ShardFile<'_>]) -> Result<Vec<usize>, CheckpointError> {
    let Some(first) = files.first() else {
        return Err(CheckpointFault::MissingShards { missing: vec![0], of: 1 }.into());
    };
    let mut by_shard: BTreeMap<usize, usize> = BTreeMap::new();
    let of = first.header.shard().of();
    for (index, file) in files.iter().enumerate() {
        let search = first.header.refuse_other_search(file.header);
        search.and_then(|()| same_shards(of, file.header)).map_err(|error| error.in_file(file.name))?;
        if let Some(other) = by_shard.insert(file.header.shard().index(), index) {
            let other = files[other].name.to_owned();
            let fault = CheckpointFault::DoubledShard { index: file.header.shard().index(), other };
            return Err(CheckpointError::from(fault).in_file(file.name));
        }
    }
    let missing: Vec<usize> = (0..of).filter(|shard| !by_shard.contains_key(shard)).collect();
    if !missing.is_empty() {
        return Err(CheckpointFault::MissingShards { missing, of }.into());
    }
    for file in files {
        let own = file.header.own_parts();
        let missing = own.difference(file.parts).count();
        if missing > 0 {
            let fault = CheckpointFault::Unfinished { missing, of: own.len() };
            return Err(CheckpointError::from(fault).in_file(file.name));
        }
    }
    Ok((0..first.header.parts()).map(|part| by_shard[&(part % of)]).collect())
}

fn same_shards(expected: usize, header: &RunHeader) -> Result<(), CheckpointError> {
    let found = header.shard().of();
    if found == expected {
        return Ok(());
    }
    let (found, expected) = (found.to_string(), expected.to_string());
    Err(CheckpointError::from(CheckpointFault::Other { what: "number of shards", found, expected })
        .at_line(1))
}
