# shellcheck shell=bash disable=SC2154
# Steps of a check, with their times. Sourced by scripts in .ci/, which set work to a folder.

is_quiet=false
# quiet COMMAND...: runs steps with the lowest priority for the processor.
quiet() {
  local is_quiet=true
  "$@"
}

# step NAME COMMAND...: runs a step, a program or a function, prints its output at its end, and notes
# its time and whether it passed.
step() {
  local name=$1 log status=0 TIMEFORMAT='%R %U %S'
  shift
  log=$(mktemp "$work/step.XXXXXX")
  # In a job of its own, where a function still ends at its first failure.
  (
    set -e
    time (
      ! $is_quiet || chrt --idle --pid 0 "$BASHPID"
      "$@" >"$log" 2>&1 </dev/null
    )
  ) 2>"$log.time" &
  wait "$!" || status=$?
  {
    flock 9
    echo "=== $name: $( ((status)) && echo "FAILED with $status" || echo passed)"
    cat -- "$log"
    printf '%s\t%s\t%s\n' "$(tail -n 1 -- "$log.time")" "$status" "$name" >>"$work/steps"
  } 9>"$work/printing"
  [[ $name != tests ]] || cp -- "$log" "$work/tests"
  ((status == 0)) || cp -- "$log" "$log.failed"
}

# succeeded: whether every step so far has passed.
succeeded() {
  ! cut -f 2 -- "$work/steps" | grep -qvx 0
}

# table: prints the ends of the outputs of steps that failed, where readers look first, and then the
# steps with the seconds that they took, of the clock and of the processors.
table() {
  tail --lines 25 --verbose -- "$work"/step.*.failed 2>/dev/null || true
  printf '\n%-44s %8s %10s\n' step seconds processor
  awk -F '\t' '{
    split($1, time, " ")
    printf "%-44s %8.0f %10.0f%s\n", $3, time[1], time[2] + time[3], $2 == 0 ? "" : "  FAILED"
    sum += time[2] + time[3]
  }
  END { printf "%-44s %8d %10.0f\n\n", "all", seconds, sum }' seconds="$SECONDS" "$work/steps"
}
