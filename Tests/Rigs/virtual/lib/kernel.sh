# shellcheck shell=bash
# Builds the kernel of the virtual board into a cache. Sourced by
# Tests/Rigs/virtual/run, which sets root, after board/lib/requirements.sh.
# shellcheck disable=SC2154

# shellcheck source=Tests/Rigs/virtual/lib/alone.sh
source "$root/Tests/Rigs/virtual/lib/alone.sh"

virtual_cache=${XDG_CACHE_HOME:-$HOME/.cache}/picket/virtual-board
kernel_work=

# ensure_kernel NAME: builds the kernel unless it was built from the same inputs, and sets
# kernel_folder to its folder. Until it is built, kernel_work is a folder to be removed.
ensure_kernel() {
  local name=$1 folder=$root/Tests/Rigs/virtual source key lock start=$SECONDS status=0
  source=$(kernel_source)
  [[ -n $source ]] || {
    echo "$name: there are no sources of Linux 6.12 or newer in /usr/src" \
      "(package linux-source-6.12)" >&2
    exit 69
  }
  # The package's version stands for its archive of 150 MB.
  key=$({
    cat -- "$folder/kernel.config" "$folder/lib/build-kernel" "$folder/board.dts" \
      "$folder/volatile-disk.c"
    stat --format='%n %s' -- "$source"
    dpkg-query --show "$(basename -- "$source" .tar.xz)" 2>/dev/null || true
    gcc -dumpfullversion
    uname -m
  } | sha256sum | cut -c 1-16)
  kernel_folder=$virtual_cache/$key
  [[ ! -e $kernel_folder ]] || return 0

  mkdir -p -- "$virtual_cache"
  exec {lock}>"$virtual_cache/lock"
  if ! flock --nonblock "$lock"; then
    echo "$name: waiting for another run, which builds the kernel" >&2
    flock "$lock"
  fi
  # The other run may have built it.
  if [[ ! -e $kernel_folder ]]; then
    echo "$name: building the kernel of the virtual board, once, into $kernel_folder" >&2
    kernel_work=$(mktemp -d "$virtual_cache/build.XXXXXX")
    alone "$folder/lib/build-kernel" "$source" "$kernel_work" "$kernel_folder" \
      >"$kernel_work/said" 2>&1 {lock}>&-
    await_alone || status=$?
    if ((status)); then
      tail -n 30 -- "$kernel_work/said" >&2
      echo "$name: the kernel of the virtual board could not be built, see above" >&2
      exit 1
    fi
    rm -rf -- "$kernel_work"
    echo "$name: built in $((SECONDS - start)) s" >&2
  fi
  exec {lock}>&-
}
