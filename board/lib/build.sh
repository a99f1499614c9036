# shellcheck shell=bash disable=SC2034,SC2154
# Builds picket for scripts in board/ and deploy/, which set root and script_name before this.

# It reads no configuration of this machine, and talks to no picket that runs here.
export PICKET_CONFIG=$root/board/lib/nowhere.toml

# release_options SOURCE SCRATCH: sets release_build to the options of a release, for the project in
# SOURCE with its build in SCRATCH. What is tested, scored and measured is built like the package.
release_options() {
  release_build=(
    --package-path "$1" --scratch-path "$2" -c release --static-swift-stdlib -Xswiftc -Osize
    -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections
    # Data for faster builds would differ in two builds of the same source.
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
    # Without this each conformance has a table of 128 bytes, and the few used tables would lie in
    # separate pages.
    -Xswiftc -Xfrontend -Xswiftc -disable-preallocated-instantiation-caches
    # Tests check that no two accesses overlap. Here the checks would cost a thirtieth of a fix.
    -Xswiftc -enforce-exclusivity=unchecked
    # swift-argument-parser needs five declarations of FoundationEssentials, which would be a quarter of
    # each program. The parser is compiled with that module only if ensure_essentials has built it.
    -Xswiftc -module-alias -Xswiftc FoundationEssentials=Essentials
    # Debuggers would look for compiled C headers, which stay here.
    -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
    -Xlinker --gc-sections -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
    # The functions that a fix needs are next to each other: between two fixes the caches lose them.
    # A name that has gone is left out; board/footprint --order makes the list again.
    -Xlinker "--symbol-ordering-file=$1/deploy/lib/hot-functions"
    -Xlinker --no-warn-symbol-ordering
    # By this sum a debugger finds the program's file of picket-dbgsym.
    -Xlinker --build-id=sha1
    # Addresses of library functions are resolved at the start, and cannot be changed after that.
    -Xlinker -z -Xlinker now
    -Xswiftc -debug-prefix-map -Xswiftc "$1=."
  )
}
release_options "$root" "$root/.build/package"
debug_build=(--package-path "$root" -c debug)

# ensure_essentials COMMAND...: runs COMMAND, which is swift build with the options of a release, for the module
# that the parser of arguments must find when it is compiled; for other options it does nothing.
ensure_essentials() {
  [[ " $* " != *=Essentials\ * ]] || "$@" --target Essentials
}

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
  ensure_essentials run_quietly swift build "$@"
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
