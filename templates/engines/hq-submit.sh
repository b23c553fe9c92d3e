#!/bin/sh
# Searches the shards with HyperQueue, then joins them.
cd "$(dirname "$0")" || exit 4
hq submit --wait --name=@NAME@ --array=0-@LAST@ --cpus=@THREADS@ --crash-limit=100 -- \
    sh -c 'until sh shard.sh "$HQ_TASK_ID"; do [ $? = 3 ] || exit 1; sleep 5; done' || exit $?
exec hq submit --wait --name=@NAME@-merge -- sh merge.sh
