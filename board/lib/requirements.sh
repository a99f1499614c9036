# shellcheck shell=bash
# What the project needs to be built, tested and played on the bench, out of
# Debian's archive. Sourced by board/bench, board/test and board/fuzz.

required_packages=(
  ca-certificates
  g++
  git
  gpsd
  gpsd-clients
  libgpiod-dev
  libgps-dev
  libsystemd-dev
  libtomlplusplus-dev
  pkgconf
  python3
  xz-utils
)

# install_requirements NAME: installs what is missing and says so, in the name of NAME.
# Silent when nothing is missing; exits 69 when something cannot be had.
install_requirements() {
  local name=$1 missing=() package said

  if command -v apt-get >/dev/null; then
    for package in "${required_packages[@]}"; do
      is_installed "$package" || missing+=("$package")
    done
  fi
  # A compiler from elsewhere is as good as the archive's.
  command -v swift >/dev/null || missing+=(swiftlang)
  ((${#missing[@]})) || return 0

  if command -v apt-get >/dev/null; then
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
      echo "$name: root has to install this: apt-get install ${missing[*]}" >&2
      exit 69
    fi
    if ! said=$(as_root apt-get update 2>&1); then
      printf '%s\n' "$said" "$name: the list of packages could not be fetched, see above" >&2
      exit 69
    fi
  fi
  if [[ ${missing[*]} == *swiftlang ]] && ! is_in_archive swiftlang; then
    echo "$name: there is no Swift compiler on the PATH, and none in the archive of this" \
      "release: get one at https://www.swift.org/install/linux/" >&2
    exit 69
  fi
  echo "$name: installing ${missing[*]}" >&2
  if ! said=$(as_root apt-get install --yes --no-install-recommends \
    -o DPkg::Lock::Timeout=300 "${missing[@]}" 2>&1); then
    printf '%s\n' "$said" "$name: installing failed, see above" >&2
    exit 69
  fi
}

is_installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

is_in_archive() {
  [[ $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) == *"Candidate: "[!\(]* ]]
}

as_root() {
  local sudo=()
  ((EUID == 0)) || sudo=(sudo)
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}
