#!/bin/sh
# Joins the parts into @RESULT@. Exit code 3: shards are missing or unfinished.
cd "$(dirname "$0")" || exit 4
piecework=${PIECEWORK:-piecework}
@MERGE@
code=$?
# A count; 1 is none.
[ $code -gt 1 ] || [ ! -e count.new ] || { mv count.new count.txt && cat count.txt; }
[ $code = 2 ] || exit $code
"$piecework" solve --status parts 2>&1 | grep -v -e ' finished ' -e ' missing ' >&2
echo 'Not all shards are finished. To search what is left, and join again: @COMMAND@' >&2
exit 3
