//! Checks whether the files of several shards make up one whole search.

use std::collections::BTreeMap;

use super::header::RunHeader;
use super::part_path::{Kept, PartPath};
use crate::ground::checkpoint::{CheckpointError, CheckpointFault};

/// The file of one shard, as needed for joining.
#[derive(Debug, Clone, Copy)]
pub struct ShardFile<'f> {
    /// Its name in messages.
    pub name: &'f str,
    /// Its first line.
    pub header: &'f RunHeader,
    /// The parts in it.
    pub kept: &'f Kept,
}

/// Refuses files that are not all shards of one search, each once and complete. Returns the parts in the
/// order of the search, each with its file: an index into `files`.
///
/// # Errors
/// [`CheckpointFault::Other`], [`CheckpointFault::DoubledShard`], [`CheckpointFault::MissingShards`] and
/// [`CheckpointFault::Unfinished`], with the file.
pub fn join_shards(files: &[ShardFile<'_>]) -> Result<Vec<(PartPath, usize)>, CheckpointError> {
    let Some(first) = files.first() else {
        return Err(CheckpointFault::MissingShards { missing: vec![0], of: 1 }.into());
    };
    let mut by_shard: BTreeMap<usize, usize> = BTreeMap::new();
    let of = first.header.shard().of();
    for (index, file) in files.iter().enumerate() {
        let same = first.header.refuse_other_division(file.header);
        same.map_err(|error| error.in_file(file.name))?;
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
    let mut places = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let own = file.kept.leaves(file.header.own_parts());
        let missing = own.iter().filter(|part| !file.kept.done.contains(part)).count();
        if missing > 0 {
            let fault = CheckpointFault::Unfinished { missing, of: own.len() };
            return Err(CheckpointError::from(fault).in_file(file.name));
        }
        places.extend(own.into_iter().map(|part| (part, index)));
    }
    places.sort_unstable();
    Ok(places)
}
