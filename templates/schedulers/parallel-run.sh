#!/bin/sh
# Starts workers with GNU parallel, then joins the parts. PCS=pc1,pc2,pc3 adds computers that see this folder under the
# same path.
cd "$(dirname "$0")" || exit 4
seq 0 $((@WORKERS@ - 1)) | parallel --jobs "${JOBS:-100%}" --retries 100 ${PCS:+--sshlogin "$PCS" --workdir "$PWD"} \
    sh worker.sh {} @WORKERS@
exec sh merge.sh
