#!/bin/sh
# Joins the parts into tilings.jsonl. Refused as long as a shard is missing or unfinished.
cd "$(dirname "$0")" || exit 4
"${PIECEWORK:-piecework}" solve puzzle.json --merge parts@CHOICE@ -o tilings.jsonl --force
