#!/bin/sh
# Searches one shard, by number. Exit code 3 means "run me again": its part file has what was found so far.
cd "$(dirname "$0")" || exit 4
mkdir -p parts
shard=$1
shift
exec "${PIECEWORK:-piecework}" @SEARCH@ --shards @SHARDS@ --shard "$shard" -o "parts/$shard.jsonl" -q "$@"
