#!/bin/sh
# Usage: embed.sh OUTPUT FILE...
#
# Writes Swift that has the bytes of each file, as a variable and in a list. The plugin beside this calls it.
set -eu

exec >"$1"
shift
variable() {
  basename -- "$1" | sed 's/[^A-Za-z0-9]/_/g'
}

echo 'enum PackageResources {'
for file; do
  # A last end of a line is part of the text, the one before the quotes is not.
  printf '  static var %s: [UInt8] {\n    Array(###"""\n' "$(variable "$file")"
  cat -- "$file"
  printf '\n"""###.utf8)\n  }\n'
done
echo '  static let all: [(name: String, bytes: @Sendable () -> [UInt8])] = ['
for file; do
  printf '    ("%s", { %s }),\n' "$(basename -- "$file")" "$(variable "$file")"
done
echo '  ]'
echo '}'
