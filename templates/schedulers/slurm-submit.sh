#!/bin/sh
# Submits the search as an array job, and the merge as a job that waits for it.
cd "$(dirname "$0")" || exit 4
job=$(sbatch --parsable search.sbatch) || exit $?
sbatch --parsable --dependency="afterok:${job%%;*}" --job-name=@NAME@-merge --output=merge.out --wrap "sh merge.sh"
