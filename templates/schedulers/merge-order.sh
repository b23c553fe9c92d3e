#!/bin/sh
# Checks the rectangles that were found.
cd "$(dirname "$0")" || exit 4
[ -e rectangles.jsonl ] && exec "${PIECEWORK:-piecework}" check rectangles.jsonl
echo 'No rectangle was found. To search again, perhaps for longer: @COMMAND@' >&2
exit 3
