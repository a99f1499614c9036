# shellcheck shell=bash
# Debian systems in folders and archives, made once and kept: to build in, to try packages in,
# and to start on a virtual board. Sourced by scripts in deploy/. Only root can make and enter
# them.

roots_cache=${XDG_CACHE_HOME:-$HOME/.cache}/picket/roots

# need_root NAME: ends unless this is root, who alone can make a Debian root.
need_root() {
  ((EUID == 0)) && return
  # sudo sets another PATH, without a compiler from swift.org.
  echo "$1: only root can make a Debian root and go into it; with the same options:" \
    "sudo env PATH=\"\$PATH\" $0" >&2
  exit 69
}

# ensure_root NAME KIND folder|tar HOOK OPTION...: makes the root with mmdebstrap unless it is
# there, and sets ensured to its folder or archive. HOOK is called with the root's folder
# at the end. The key is of all inputs, wherever the project is.
ensure_root() {
  local name=$1 kind=$2 form=$3 hook=$4 key work lock
  shift 4
  key=$(printf '%s\n' "${@//"$root"/}" | cat - "$hook" | sha256sum | cut -c 1-16)
  ensured=$roots_cache/$kind-$key
  [[ $form == folder ]] || ensured+=.tar
  mkdir -p -- "$roots_cache"
  exec {lock}>"$roots_cache/lock-$kind"
  flock "$lock"
  if [[ ! -e $ensured ]]; then
    install_packages "$name" mmdebstrap qemu-user-static binfmt-support
    echo "$name: making a Debian root, once, as $ensured" >&2
    rm -rf -- "$roots_cache/$kind".new*
    work=$roots_cache/$kind.new
    [[ $form == folder ]] || work+=.tar
    if ! mmdebstrap --mode=root --skip=check/qemu \
      --aptopt='APT::Install-Recommends "false"' \
      --dpkgopt='path-exclude=/usr/share/locale/*' --customize-hook="$hook" "$@" "$work" \
      >"$roots_cache/$kind.log" 2>&1; then
      tail -n 30 -- "$roots_cache/$kind.log" >&2
      rm -rf -- "$work"
      echo "$name: the root could not be made, see above" >&2
      exit 69
    fi
    mv -- "$work" "$ensured"
    # Earlier roots of this kind have become useless.
    find "$roots_cache" -maxdepth 1 -name "$kind-*" ! -path "$ensured" -exec rm -rf -- {} +
  fi
  exec {lock}>&-
}

# dependencies_of FILE...: what these packages depend on, the first of several alternatives, as apt
# takes it, separated by commas.
dependencies_of() {
  local each
  for each; do dpkg-deb --field "$each" Depends; done |
    tr ',' '\n' | sed -E 's/[|(].*//; s/ //g; /^$/d; /^picket$/d' | sort -u | paste -s -d ,
}

# ensure_fresh_root NAME SUITE ARCH: sets ensured to the archive of a root to try packages in.
ensure_fresh_root() {
  ensure_root "$1" "try-$2-$3" tar /bin/true --architectures="$3" --variant=apt \
    --include=openssh-server,ca-certificates "$2"
}

# run_arm64 NAME: lets the kernel start programs for arm64 on an emulated processor, in roots, too.
run_arm64() {
  local misc=/proc/sys/fs/binfmt_misc
  [[ ! -e $misc/qemu-aarch64 ]] || return 0
  install_packages "$1" qemu-user-static binfmt-support
  # Without systemd it may not be mounted.
  [[ -e $misc/register ]] || mount -t binfmt_misc binfmt_misc "$misc" 2>/dev/null || true
  update-binfmts --enable qemu-aarch64 >/dev/null 2>&1 || true
  [[ -e $misc/qemu-aarch64 ]] || {
    echo "$1: this kernel starts no programs for arm64: binfmt_misc is needed" >&2
    exit 69
  }
}

# in_root FOLDER COMMAND...: runs it there, with its own mounts of /proc, /dev and /sys, which
# end with it.
in_root() {
  # shellcheck disable=SC2016
  unshare --mount --propagation private sh -c '
    root=$1
    shift
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" &&
      mount --rbind /sys "$root/sys" || exit
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"' sh "$@"
}
