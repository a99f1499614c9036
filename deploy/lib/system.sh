# shellcheck shell=bash
# A running Debian system, with systemd as its first program, on the virtual board: to try a package
# as its owner uses it. Sourced by deploy/try, after lib/roots.sh, lib/repack.sh and
# lib/expect.sh.
# shellcheck disable=SC2154

# make_system NAME SUITE FOLDER PICKET [LINK PAGE]: makes its disk as FOLDER/disk, with the packages
# and all that they depend on; it runs lib/system/story. With picket-link there is a broker, too.
make_system() {
  local name=$1 suite=$2 folder=$3 package=$4 link=${5:-} page=${6:-} system=$3/system depends home
  depends=$(dependencies_of "${@:4}")
  [[ -z $link ]] || depends+=,mosquitto,mosquitto-clients,curl
  ensure_root "$name" "system-$suite" tar /bin/true --architectures=amd64 --variant=apt \
    --dpkgopt='force-unsafe-io' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' \
    --include="$depends,systemd,systemd-sysv,udev,dbus,init-system-helpers,gpsd" "$suite"
  rm -rf --one-file-system -- "$system"
  mkdir -- "$system"
  tar -C "$system" -xf "$ensured"
  home=$system/root/story
  mkdir -- "$home"
  cp -- "$root"/deploy/lib/system/{story,companions,receiver} \
    "$root"/deploy/lib/{expect,keeping}.sh "$root/Tests/Rigs/virtual/chip" "$home/"
  cp -- "$package" "$home/picket.deb"
  repack "$package" 0.0.1 "$home/older.deb"
  repack "$package" 99.0 "$home/newer.deb" 's/^limit = 10 /limit = 11 /'
  if [[ -n $link ]]; then
    cp -- "$link" "$home/picket-link.deb"
    cp -- "$page" "$home/picket-page.deb"
    repack "$link" 99.0 "$home/newer-link.deb"
    repack "$page" 99.0 "$home/newer-page.deb"
    make_broker "$system" || return
  fi
  in_root "$system" bash -euo pipefail -c '
    printf "%s\n" "START_DAEMON=\"true\"" "USBAUTO=\"false\"" "GPSD_OPTIONS=\"-n\"" \
      "DEVICES=\"udp://127.0.0.1:5599\"" >/etc/default/gpsd
    mkdir -p /etc/systemd/system.conf.d
    # See Tests/Rigs/virtual/lib/init.
    printf "[Manager]\nDefaultEnvironment=%s\n" \
      GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW >/etc/systemd/system.conf.d/cpu.conf
    cat >/etc/systemd/system/story.service <<END
[Service]
ExecStart=/root/story/story /root/story
ExecStopPost=/bin/systemctl poweroff --force --force
StandardOutput=file:/dev/console
StandardError=file:/dev/console
[Install]
WantedBy=multi-user.target
END
    systemctl enable story
    systemctl mask getty@tty1 console-getty
    # As if it had started before: at a first start systemd enables and updates all units.
    systemd-id128 new >/etc/machine-id
    touch /etc/.updated /var/.updated
    echo system >/etc/hostname' >"$folder/system.log" 2>&1 || {
    tail -n 30 -- "$folder/system.log" >&2
    echo "$name: the system could not be set up, see above" >&2
    return 1
  }
  truncate -s 1G -- "$folder/disk"
  mke2fs -q -F -t ext4 -d "$system" -- "$folder/disk"
  rm -rf --one-file-system -- "$system"
}

# make_broker SYSTEM: sets mosquitto up as in deploy/fleet/README.md, for this board, a reader and a desk.
make_broker() {
  local certs=$1/etc/mosquitto/certs make=$root/deploy/fleet/certificates
  install -m 644 -- "$root/deploy/fleet/mosquitto.conf" "$1/etc/mosquitto/conf.d/picket.conf"
  install -m 640 -- "$root/deploy/fleet/acl" "$1/etc/mosquitto/picket.acl"
  "$make" authority "$certs" >/dev/null && "$make" broker "$certs" localhost >/dev/null &&
    "$make" board "$certs" system >/dev/null && "$make" user "$certs" reader >/dev/null &&
    "$make" user "$certs" desk >/dev/null || return
  in_root "$1" sh -euc 'echo 127.0.0.1 localhost >>/etc/hosts
    cd /etc/mosquitto
    chgrp mosquitto picket.acl certs/broker.key
    chmod 640 certs/broker.key
    chmod 755 certs'
}

# The virtual board while it runs: a script that ends early has to end it.
system_machine=

# try_system NAME SUITE FOLDER PICKET [LINK PAGE]: prints the account of the system, and counts failures.
try_system() {
  local name=$1 folder=$3 start=$SECONDS said
  make_system "$@" || return
  "$root/Tests/Rigs/virtual/run" --timeout 900 --system "$folder/disk" >"$folder/console" &
  system_machine=$!
  wait "$system_machine" || true
  system_machine=
  tr -d '\r' <"$folder/console" | grep -aE '^(ok  |NOT OK|     )' || true
  said=$(grep -ao 'story: [0-9]* tried, [0-9]* failed' "$folder/console" | tail -n 1)
  if [[ $said =~ ([0-9]+)\ tried,\ ([0-9]+)\ failed ]]; then
    failures=$((failures + BASH_REMATCH[2]))
  else
    tail -n 30 -- "$folder/console"
    failures=$((failures + 1))
  fi
  echo "${said:-the system did not come to an end}, in $((SECONDS - start)) s"
}
