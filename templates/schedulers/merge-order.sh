#!/bin/sh
# Checks the rectangles that were found.
cd "$(dirname "$0")" || exit 4
exec "${PIECEWORK:-piecework}" check rectangles.jsonl
