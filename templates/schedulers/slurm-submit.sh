#!/bin/sh
# Submits the workers as an array job, and the merge as a job that begins when all have ended, in whatever way.
# WORKERS=20 sends fewer or more; what is finished is not searched again.
cd "$(dirname "$0")" || exit 4
job=$(sbatch --parsable --array="0-$((${WORKERS:-@WORKERS@} - 1))" @TIME@ search.sbatch) || exit $?
sbatch --parsable --dependency="afterany:${job%%;*}" --job-name=@NAME@-merge --mem=@MEGABYTES@M @TIME@ \
    --output=merge.out --wrap "sh merge.sh"
