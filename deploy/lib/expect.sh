# shellcheck shell=bash
# An account of all checks, a line for each. Sourced by deploy/try, and by its scripts in
# other systems.

tried=0
failures=0
# expect WHAT COMMAND...: a line of the account, and the output if it failed.
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
