#!/bin/sh
# Joins the parts into tilings.jsonl, and draws the catalogue. Refused as long as a shard is missing or unfinished.
cd "$(dirname "$0")" || exit 4
"${PIECEWORK:-piecework}" solve puzzle.json --merge parts -o tilings.jsonl --force || exit $?
exec "${PIECEWORK:-piecework}" sheet tilings.jsonl@PAGES@ -o pages --force
