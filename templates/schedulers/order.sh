#!/bin/sh
# An order is one search, by one worker, and begins anew each time.
cd "$(dirname "$0")" || exit 4
# The warning before the end of time is no reason to begin anew.
trap : TERM
"${PIECEWORK:-piecework}" @SEARCH@ -o rectangles.jsonl --force -q
code=$?
# 1: there is none. 3: a limit stopped it. Another run would end in the same way; `merge.sh` then finds no rectangle.
[ $code = 1 ] || [ $code = 3 ] || exit $code
