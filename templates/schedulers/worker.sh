#!/bin/sh
# Takes shards that no other worker has, one after the other, until none is left.
#
#   sh worker.sh WORKER WORKERS
#
# WORKER, from 0, decides where it begins. Exit code 3 means "run me again": its time is over, or a signal stopped it.
# What went wrong with a shard is said by `merge.sh`.
cd "$(dirname "$0")" || exit 4
# Nothing goes on alone when what started it is killed, where the system can do that.
bound="setpriv --pdeathsig TERM"
$bound true 2>/dev/null || bound=
[ -z "$bound" ] || [ -n "$PIECEWORK_BOUND" ] || PIECEWORK_BOUND=yes exec $bound sh worker.sh "$@"
mkdir -p finished
began=$(date +%s) seconds=@SECONDS@ child='' stopped='' kills=0 failed=''
trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM INT

search() { # one shard
  limit=
  [ -z "$seconds" ] || limit=$((began + seconds - $(date +%s)))
  [ -z "$stopped" ] && [ "${limit:-1}" -gt 0 ] || exit 3
  $bound sh shard.sh "$1" ${limit:+--time-limit "${limit}s"} &
  child=$!
  wait $child
  code=$?
  # A signal ends the wait before the search.
  while kill -0 $child 2>/dev/null; do wait $child; code=$?; done
  child=
  [ $code = 0 ] || [ -z "$stopped" ] || exit 3
  case $code in
    0) : >"finished/$1" && again=yes ;;
    3) ;; # Another worker has it, or a limit stopped it.
    *) echo "shard $1: exit code $code" >&2
      # It was killed, and continues where it was; or it cannot be searched.
      if [ $code -ge 128 ] && [ $((kills += 1)) -le 100 ]; then again=yes; else failed="$failed $1 "; fi ;;
  esac
}

# Locks are left by workers that were killed. They are tried when nothing else is left.
again=yes locks=no first=$(($1 * @SHARDS@ / $2))
while [ $again = yes ] || [ $locks = no ]; do
  [ $again = yes ] && locks=no || locks=yes
  again=no number=0
  while [ $number -lt @SHARDS@ ]; do
    shard=$(((first + number) % @SHARDS@)) number=$((number + 1))
    [ -e "finished/$shard" ] && [ -e "parts/$shard.jsonl" ] && continue
    case $failed in *" $shard "*) continue ;; esac
    [ $locks = yes ] || [ ! -e "parts/.$shard.jsonl.lock" ] || continue
    search $shard
  done
done
