#!/bin/sh
# An order is one search: there is one shard, and it is searched from the beginning each time.
cd "$(dirname "$0")" || exit 4
"${PIECEWORK:-piecework}" @SEARCH@ -o rectangles.jsonl --force -q
code=$?
# 1: there is none. 3: a limit stopped it. Another run would end in the same way; `merge.sh` then finds no rectangle.
[ $code = 1 ] || [ $code = 3 ] || exit $code
