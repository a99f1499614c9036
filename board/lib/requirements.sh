# shellcheck shell=bash
# The packages of Debian's archive with which the project is built, tested and
# played on the bench. Sourced by scripts in board/.

required_packages=(
  ca-certificates
  g++
  git
  gpsd
  gpsd-clients
  libexpat1-dev
  libgpiod-dev
  libgps-dev
  libmicrohttpd-dev
  libmosquitto-dev
  libqrencode-dev
  libssl-dev
  libsystemd-dev
  libtomlplusplus-dev
  pkgconf
  python3
  xz-utils
  zlib1g-dev
)

# Packages that the tests of picket-link need on top of that: a broker and its clients. Not on a board,
# where Debian's package would start a broker at each boot.
# shellcheck disable=SC2034 # board/test and Tests/Rigs/link/run install them.
broker_packages=(
  mosquitto
  mosquitto-clients
  openssl
)

# Packages that the virtual board needs on top of that, to build its kernel and to run on it.
# shellcheck disable=SC2034 # Tests/Rigs/virtual/run installs them.
virtual_board_packages=(
  bc
  bison
  cpio
  flex
  gcc
  gpiod
  iproute2
  kmod
  libc6-dev
  libelf-dev
  linux-source-6.12
  make
  python3
  util-linux
  xz-utils
)

# install_requirements NAME [PACKAGE...]: installs what is missing of the project's
# packages and of these, and prints that as NAME.
# Silent when nothing is missing; exits 69 when something is missing.
install_requirements() {
  local name=$1 compilers=()
  shift
  # A compiler from elsewhere is as good as the archive's.
  command -v swift >/dev/null || compilers=(swiftlang)
  install_packages "$name" "${required_packages[@]}" "$@" "${compilers[@]}"
}

# install_packages NAME PACKAGE...: installs those that are missing, as above.
install_packages() {
  local name=$1 missing=() package installed said
  shift

  find_missing "$@"
  ((${#missing[@]})) || return 0
  # Without apt, only a missing compiler is reported.
  command -v apt-get >/dev/null || [[ ${missing[*]} == *swiftlang ]] || return 0
  # Scripts that run at the same time wait for each other: apt's lists have no waiting lock.
  exec 8>"${TMPDIR:-/tmp}/picket-apt-$UID.lock"
  flock 8
  find_missing "$@"
  # Services that a package starts must not hold the lock.
  ((${#missing[@]} == 0)) || get_missing "$name" 8>&-
  exec 8>&-
}

# find_missing PACKAGE...: sets missing to those that are not installed.
find_missing() {
  missing=()
  # One query for all packages, since the virtual board needs it at each start.
  installed=$(
    dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null
  ) || true
  for package; do
    # A newer kernel's source is as good.
    [[ $package == linux-source-* && -n $(kernel_source) ]] ||
      [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
  done
}

# get_missing NAME: installs the missing packages.
get_missing() {
  local name=$1
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

# kernel_source: the newest archive of a kernel's source in /usr/src, if it has pwm-gpio.
kernel_source() {
  local oldest=/usr/src/linux-source-6.12.tar.xz newest
  newest=$(compgen -G '/usr/src/linux-source-*.tar.xz' | sort --version-sort | tail -n 1)
  [[ $(printf '%s\n' "$oldest" "$newest" | sort --version-sort | tail -n 1) != "$newest" ]] ||
    echo "$newest"
}

is_in_archive() {
  [[ $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) == *"Candidate: "[!\(]* ]]
}

as_root() {
  local before=()
  ((EUID == 0)) || before=(sudo)
  "${before[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}
