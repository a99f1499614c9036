# shellcheck shell=bash
# A release in fresh Debian roots: added as a source of packages, installed and upgraded. Sourced by
# deploy/release, after lib/roots.sh, lib/expect.sh, lib/repack.sh and lib/repository.sh.
# shellcheck disable=SC2154

# try_release FOLDER SUITE ARCH: prints the account of the release.
try_release() {
  local folder=$1 suite=$2 arch=$3 target=$2/$3 before
  echo "the release, in a fresh root of $suite for $arch:"
  [[ $arch == "$(dpkg --print-architecture)" || $arch != arm64 ]] || run_arm64 release
  ensure_fresh_root release "$suite" "$arch"
  rm -rf --one-file-system -- "$work/root"
  mkdir -- "$work/root"
  tar -C "$work/root" -xf "$ensured"
  cp -L -- /etc/resolv.conf "$work/root/etc/resolv.conf"
  mkdir -p -- "$work/root/srv" "$work/root/etc/apt/keyrings"
  cp -r -- "$folder" "$work/root/srv/release"
  make_before "$work/root/srv/before" "$target"
  before=$made_version
  cp -- "$folder/picket.asc" "$work/root/etc/apt/keyrings/"

  expect "its sums hold" sums_hold "$folder/pool/$version" "$folder/picket.asc"
  name_source before /usr/share/keyrings/debian-archive-keyring.gpg
  expect "apt refuses it with another key" is_refused 'NO_PUBKEY|Missing key'
  name_source before /etc/apt/keyrings/picket.asc
  expect "apt reads it with its key" in_root "$work/root" apt-get update --error-on=any
  expect "version $before is installed" in_root "$work/root" \
    apt-get install --yes picket picket-link picket-page
  expect "from there" versions_are "$before"
  sed -i 's/^limit = 10 /limit = 12 /' "$work/root/etc/picket/picket.toml" || failures=$((failures + 1))

  name_source release /etc/apt/keyrings/picket.asc
  expect "the release is read" in_root "$work/root" apt-get update --error-on=any
  expect "an upgrade brings it" in_root "$work/root" apt-get upgrade --yes
  expect "all of it" versions_are "$(file_version "$target")"
  expect "picket --version prints it" prints "$version" in_root "$work/root" picket --version
  expect "picket-link --version" prints "$version" in_root "$work/root" picket-link --version
  expect "picket-page --version" prints "$version" in_root "$work/root" picket-page --version
  expect "the configuration is kept" grep -q '^limit = 12 ' "$work/root/etc/picket/picket.toml"
  expect "picket-dbgsym is there, too" in_root "$work/root" apt-get install --yes picket-dbgsym
  expect "all are removed" in_root "$work/root" apt-get purge --yes 'picket*'

  find "$work/root/srv/release/dists" -name 'Packages*' -exec sh -c 'echo >>"$1"' sh {} \;
  rm -rf -- "$work/root/var/lib/apt/lists"
  expect "its lists are valid for a time" grep -q '^Valid-Until: ' "$work/root/srv/release/dists/$suite/InRelease"
  expect "apt refuses lists that were changed" is_refused 'unexpected size|Hash Sum mismatch'
  rm -rf --one-file-system -- "$work/root"
}

# make_before FOLDER TARGET: makes a repository of the previous version, from the release's folder
# or from the release itself. Sets made_version.
make_before() {
  local folder=$1 target=$2 mark file program
  mark=$(file_version "$target")
  mark=${mark#*+}
  made_version=$(cd -- "$stage/pool" && compgen -G "*/picket_*+${mark}_${target#*/}.deb" |
    sed "s,/.*,," | grep -vxF -- "$version" | sort --version-sort | tail -n 1) || true
  mkdir -p -- "$folder/pool"
  if [[ -n $made_version ]]; then
    made_version+=+$mark
    cp -- "$stage/pool/${made_version%+*}"/*_"${made_version}_${target#*/}.deb" "$folder/pool/"
  else
    # Older than the release, and new enough for what picket-link and picket-page need.
    made_version=$version~before+$mark
    for program in "${release_programs[@]}"; do
      file=$stage/pool/$version/${program}_$version+${mark}_${target#*/}.deb
      repack "$file" "$made_version" "$folder/pool/${program}_${made_version}_${target#*/}.deb"
    done
  fi
  write_indexes "$folder"
}

# name_source FOLDER KEY: sets the repository of the root.
name_source() {
  printf 'Types: deb\nURIs: file:/srv/%s\nSuites: %s\nComponents: main\nSigned-By: %s\n' \
    "$1" "$suite" "$2" >"$work/root/etc/apt/sources.list.d/picket.sources"
}

# is_refused PATTERN: apt-get update fails, and prints this.
is_refused() {
  local said
  ! said=$(in_root "$work/root" apt-get update --error-on=any 2>&1) || { echo "it is not" && return 1; }
  grep -qE -- "$1" <<<"$said" || { printf '%s\n' "$said" && return 1; }
}

# versions_are VERSION: of the three packages in the root.
versions_are() {
  local found
  # shellcheck disable=SC2016
  found=$(in_root "$work/root" dpkg-query --show --showformat='${Version}\n' "${release_programs[@]}" |
    sort -u)
  [[ $found == "$1" ]] || { echo "$found" && return 1; }
}

# prints TEXT COMMAND...: the command's output contains TEXT.
prints() {
  local text=$1 said
  shift
  said=$("$@" 2>&1) || true
  [[ $said == *"$text"* ]] || { printf '%s\n' "$said" && return 1; }
}

# sums_hold FOLDER KEY: the sums of all its files, and their signature by the key.
sums_hold() {
  local listed
  gpg --no-options --dearmor <"$2" >"$work/keyring.gpg"
  gpgv --quiet --keyring "$work/keyring.gpg" "$1/SHA256SUMS.asc" "$1/SHA256SUMS" || return
  (cd -- "$1" && sha256sum --quiet --strict --check SHA256SUMS) || return
  listed=$(sed 's/^[0-9a-f]* .//' "$1/SHA256SUMS" | sort)
  [[ $listed == "$(cd -- "$1" && find . -type f ! -name 'SHA256SUMS*' -printf '%P\n' | sort)" ]] ||
    { echo "not of all files" && return 1; }
}
