#!/bin/sh
# Searches the shards with GNU parallel, then joins them. PCS=pc1,pc2,pc3 adds computers that see this folder under the
# same path.
cd "$(dirname "$0")" || exit 4
parallel --jobs "${JOBS:-100%}" --retries 100 ${PCS:+--sshlogin "$PCS" --workdir "$PWD"} sh shard.sh ::: $(seq 0 @LAST@) || exit $?
exec sh merge.sh
