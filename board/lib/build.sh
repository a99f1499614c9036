# shellcheck shell=bash disable=SC2034,SC2154
# Builds picket for scripts in board/, deploy/ and Tests/Rigs, which set root before this. It brings the
# options and the packages with it.

# shellcheck source=board/lib/options.sh
source "$root/board/lib/options.sh"

# It reads no configuration of this machine, and talks to no picket that runs here.
export PICKET_CONFIG=$root/board/lib/nowhere.toml

# release_options SOURCE SCRATCH: sets release_build to the options of a release, for the project in
# SOURCE with its build in SCRATCH. They are what anyone gives; only paths are cut off, so that two
# folders give the same program. Package.swift has the rest.
release_options() {
  release_build=(
    --package-path "$1" --scratch-path "$2" -c release --static-swift-stdlib
    -Xswiftc -debug-prefix-map -Xswiftc "$1=."
  )
}
release_options "$root" "$root/.build/package"
debug_build=(--package-path "$root" -c debug)

# build_picket OPTION...: builds picket with options of swift build, and sets picket to its path.
build_picket() {
  echo "$script_name: building picket..." >&2
  build_program picket "$@"
  picket=$built
}

# build_program NAME OPTION...: builds a program, and sets built to its path.
# The compiler's output is shown only when it fails, which ends the script with 1.
build_program() {
  local name=$1
  shift
  run_quietly swift build "$@" --product "$name"
  built=$(swift build "$@" --show-bin-path)/$name
}

# run_quietly COMMAND...: runs a step of building, as above.
run_quietly() {
  local said
  if ! said=$("$@" 2>&1); then
    printf '%s\n' "$said" "$script_name: building failed, see above" >&2
    exit 1
  fi
}
