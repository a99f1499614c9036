# shellcheck shell=bash
# Processes that end with their starter, however it ends. Sourced by
# Tests/Rigs/virtual/run.

alone_pid=

# alone COMMAND...: starts a command in a process namespace of its own, in which all
# its children are too, and which the kernel takes down with this shell.
alone() {
  # The first process of a namespace cannot abort; here that is the shell, not the command.
  # shellcheck disable=SC2016
  setpriv --pdeathsig KILL unshare --pid --fork --kill-child \
    bash -c '"$@"; exit $?' alone "$@" <&0 &
  alone_pid=$!
}

# await_alone: waits for its end, and returns its status.
await_alone() {
  local status=0
  wait "$alone_pid" || status=$?
  alone_pid=
  return "$status"
}

# end_alone: ends it at once, as a power cut does.
end_alone() {
  [[ -n $alone_pid ]] || return 0
  kill -s KILL "$alone_pid" 2>/dev/null || true
  wait "$alone_pid" 2>/dev/null || true
  alone_pid=
}
