# shellcheck shell=bash
# An account of what was tried, a line for each thing. Sourced by deploy/try, and by what it does in
# other systems.

tried=0
failures=0
# expect WHAT COMMAND...: a line of the account; what it said, if it failed.
expect() {
  local what=$1 said
  shift
  tried=$((tried + 1))
  if said=$("$@" 2>&1); then
    echo "ok      $what"
  else
    echo "NOT OK  $what"
    printf '%s\n' "$said" | sed 's/^/        /'
    failures=$((failures + 1))
  fi
}

is_empty() {
  [[ -z $1 ]] || { printf '%s\n' "$1" && return 1; }
}
