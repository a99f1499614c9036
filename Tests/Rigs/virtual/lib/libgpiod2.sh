# shellcheck shell=bash
# libgpiod 2 for a release that has version 1, from the source distribution of the
# Python package that contains it. Sourced by Tests/Rigs/virtual/test, which sets root, after
# kernel.sh.
# shellcheck disable=SC2154

libgpiod2_package=gpiod==2.5.0
libgpiod2_sha256=53ae5a1f14d6388c155b591ca0fc0cfa73b44d4f6d8d117e8a9e68f5902d187a

# ensure_libgpiod2 NAME: builds it unless that was done, and sets libgpiod2_folder.
ensure_libgpiod2() {
  local name=$1 work key status=0
  key=$(sha256sum <"$root/Tests/Rigs/virtual/lib/libgpiod2.sh" | cut -c 1-16)
  libgpiod2_folder=$virtual_cache/libgpiod2-$key
  [[ ! -e $libgpiod2_folder ]] || return 0
  install_packages "$name" gcc libc6-dev pkgconf python3-pip
  echo "$name: building libgpiod 2, once, into $libgpiod2_folder" >&2
  mkdir -p -- "$virtual_cache"
  work=$(mktemp -d "$virtual_cache/build.XXXXXX")
  build_libgpiod2 "$work" >"$work/said" 2>&1 || status=$?
  if ((status)); then
    cat -- "$work/said" >&2
    rm -rf -- "$work"
    echo "$name: libgpiod 2 could not be built, see above" >&2
    exit 69
  fi
  rm -rf -- "$work"
}

build_libgpiod2() {
  local work=$1 archive tree version
  /usr/bin/python3 -m pip download --disable-pip-version-check --no-binary :all: --no-deps \
    --dest "$work" "$libgpiod2_package" || return
  archive=$(echo "$work"/gpiod-*.tar.gz)
  sha256sum --check <<<"$libgpiod2_sha256  $archive" || return
  tar -C "$work" -xf "$archive" || return
  tree=${archive%.tar.gz}
  version=$(<"$tree/libgpiod-version.txt")
  mkdir -p -- "$work/result/lib" "$work/result/include" || return
  cp -- "$tree/include/gpiod.h" "$work/result/include/" || return
  # The names are those of Debian's package, different from version 1.
  gcc -O2 -shared -fPIC -I "$tree/include" -I "$tree/lib" \
    "-DGPIOD_API_VERSION_STR=\"$version\"" -Wl,-soname,libgpiod.so.3 \
    -o "$work/result/lib/libgpiod.so.3" "$tree"/lib/*.c || return
  ln -s libgpiod.so.3 "$work/result/lib/libgpiod.so" || return
  echo "$version" >"$work/result/version" || return
  mv -T -- "$work/result" "$libgpiod2_folder"
}
