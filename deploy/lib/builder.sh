# shellcheck shell=bash
# The Debian 13 system that builds for other systems than this machine's. Sourced by scripts that
# build in deploy/, after roots.sh.
# shellcheck disable=SC2034,SC2154

# Packages to build picket and its package; the libraries are of each architecture.
# libxml2 is for Foundation, which only the tests have.
builder_packages=(swiftlang debhelper lintian git ca-certificates pkgconf dpkg-dev binutils)
builder_libraries=(
  libc6-dev libstdc++-14-dev libgpiod-dev libgps-dev libexpat1-dev libsystemd-dev
  libmicrohttpd-dev libmosquitto-dev libqrencode-dev libssl-dev libtomlplusplus-dev
  libxml2 zlib1g-dev
)
# Packages that deploy/test needs there: what the bench and whole programs talk to.
builder_peers=(gpsd gpsd-clients gpsd-tools mosquitto mosquitto-clients openssl python3 xz-utils g++)

# Large files that no build needs: for debuggers, editors and microcontrollers.
builder_excludes=(
  '/usr/libexec/swift/bin/clangd' '/usr/libexec/swift/bin/docc' '/usr/libexec/swift/bin/lldb*'
  '/usr/libexec/swift/bin/sourcekit-lsp' '/usr/libexec/swift/lib/liblldb.so*'
  '/usr/libexec/swift/lib/libsourcekitdInProc.so' '/usr/libexec/swift/lib/swift/embedded/*'
  '/usr/share/doc/*' '/usr/share/man/*'
)

# ensure_builder NAME: sets builder_folder to a Debian 13 root for amd64 that builds for amd64
# and for arm64. It has one compiler of Debian's, and the libraries of both.
ensure_builder() {
  local name=$1 include library path excludes=()
  include=$(IFS=,; echo "${builder_packages[*]},${builder_peers[*]}")
  for library in "${builder_libraries[@]}"; do include+=,$library,$library:arm64; done
  # Not gcc's cross compiler: clang would look for headers in its folders.
  include+=,binutils-aarch64-linux-gnu
  for path in "${builder_excludes[@]}"; do excludes+=(--dpkgopt="path-exclude=$path"); done
  ensure_root "$name" builder folder "$root/deploy/lib/add-arm64-swift" \
    --architectures=amd64,arm64 --variant=minbase --dpkgopt='force-unsafe-io' "${excludes[@]}" \
    --include="$include" trixie
  builder_folder=$ensured
}

# lay_project NAME FOLDER: puts the project's files into FOLDER of the builder, keeps earlier
# builds and, so that these are used again, the times of unchanged files, and adds what a root without a network cannot fetch. Sets builder_options to those
# of swift build for arm64 there.
lay_project() {
  local name=$1 folder=$2 place=$builder_folder$2 bare url said lock
  # One at a time: the package manager's files in the project are the same for all.
  exec {lock}>"$roots_cache/lock-project"
  flock "$lock"
  install_packages "$name" rsync
  rm -rf -- "$place.next"
  mkdir -p -- "$place" "$place.next"
  git -C "$root" ls-files -z --cached --others --exclude-standard --deduplicate |
    (cd -- "$root" && tar --null --verbatim-files-from --ignore-failed-read -cf - -T -) |
    tar -C "$place.next" -xf -
  rsync --archive --no-times --checksum --delete --exclude=/.build --exclude=/.swiftpm \
    "$place.next/" "$place/"
  rm -rf -- "$place.next"
  rm -rf -- "$place".{dependencies,sdks}
  mkdir -- "$place".{dependencies,sdks}
  cp -r -- "$root/deploy/lib/arm64.artifactbundle" "$place.sdks/"
  # The sources of the packages that Package.swift names.
  swift package --package-path "$root" resolve >/dev/null 2>&1 ||
    { echo "$name: swift package resolve failed in $root" >&2 && exit 69; }
  for bare in "$root"/.build/repositories/*; do
    [[ -d $bare ]] || continue
    url=$(git -C "$bare" config remote.origin.url)
    cp -r -- "$bare" "$place.dependencies/$(basename -- "${url%.git}")"
  done
  # shellcheck disable=SC2016
  said=$(in_root "$builder_folder" bash -c '
    git config --global --replace-all safe.directory "*"
    for mirror in "$1".dependencies/*; do
      swift package --package-path "$1" config set-mirror --mirror "file://$mirror" \
        --original "https://github.com/apple/${mirror##*/}" || exit
    done' bash "$folder" 2>&1) || { echo "$name: $said" >&2 && exit 1; }
  exec {lock}>&-
  builder_options=(
    --swift-sdks-path "$folder.sdks" --swift-sdk arm64
    --pkg-config-path /usr/lib/aarch64-linux-gnu/pkgconfig
  )
}
