# shellcheck shell=bash disable=SC2154
# Builds picket for scripts in board/ and deploy/, which source options.sh before this.

# The options of a release: the program that a board gets, without Foundation's libraries.
# shellcheck disable=SC2034
release_build=(-c release --static-swift-stdlib)

# build_picket OPTION...: builds picket with options of swift build, and sets picket to its path.
# The compiler's output is shown only when it fails, which ends the script with 1.
build_picket() {
  local command=(swift build --package-path "$root" "$@")
  echo "$script_name: building picket..." >&2
  run_quietly "${command[@]}" --product picket
  picket=$("${command[@]}" --show-bin-path)/picket
}

# run_quietly COMMAND...: runs a step of building, as above.
run_quietly() {
  local said
  if ! said=$("$@" 2>&1); then
    printf '%s\n' "$said" "$script_name: building failed, see above" >&2
    exit 1
  fi
}
