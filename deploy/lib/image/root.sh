# shellcheck shell=bash
# The system of a card: a Debian root for a Raspberry Pi, and picket in it. Sourced by deploy/image,
# after lib/roots.sh.
# shellcheck disable=SC2154

# Without recommendations.
card_packages=(
  # What a Raspberry Pi starts with, and the radio.
  linux-image-arm64 raspi-firmware initramfs-tools zstd firmware-brcm80211 wireless-regdb iw
  systemd-sysv udev dbus libpam-systemd systemd-timesyncd kmod fdisk e2fsprogs dosfstools
  # Its network, and names in it.
  network-manager wpasupplicant dnsmasq-base nftables avahi-daemon iproute2 iputils-ping openssh-server
  gpsd gpsd-tools gpiod
  sudo adduser procps nano less ca-certificates tzdata
  # What the packages of picket depend on.
  libgps30t64 libgpiod3 libexpat1 libsystemd0 libstdc++6 libmicrohttpd12t64 libqrencode4
  libmosquitto1 libssl3t64
)
# Device trees and drivers that no Raspberry Pi needs; licences stay. Upgrades leave the same out.
card_excludes=(
  '/usr/share/doc/*' '/usr/share/man/*' '/usr/share/info/*' '/usr/share/locale/*'
  '/usr/lib/linux-image-*/*'
)
other_drivers=(
  android ata accessibility acpi cxl dax edac extcon firewire hv hwtracing iio infiniband ipack isdn
  media memstick message mtd ntb nvdimm nvme parport perf platform soundwire target tee
  ufs vdpa vfio vhost virt virtio xen net/ethernet/[ac-z]* net/wireless/[ac-uw-z]*
)
card_includes=(
  '/usr/share/doc/*/copyright' '/usr/share/doc/picket*' '/usr/share/man/man[15]/picket*'
  '/usr/share/man/man5/*.toml.5*' '/usr/share/man/man5/regions.geojson.5*'
  '/usr/lib/linux-image-*/broadcom/*'
)

# ensure_card_root NAME: sets card_archive to the root for picket's packages.
# It is made anew when the archive has changed.
ensure_card_root() {
  local name=$1 path hooks=$root/deploy/lib/image options=()
  for path in "${other_drivers[@]}"; do
    card_excludes+=("/usr/lib/modules/*/kernel/drivers/$path/*")
  done
  card_excludes+=('/usr/lib/modules/*/kernel/sound/*')
  for path in "${card_excludes[@]}"; do options+=(--dpkgopt="path-exclude=$path"); done
  for path in "${card_includes[@]}"; do options+=(--dpkgopt="path-include=$path"); done
  archive_dates "$name"
  install_packages "$name" busybox-static
  ensure_root "$name" card tar "$hooks/clean" \
    --architectures=arm64 --variant=apt --components=main,non-free-firmware "${options[@]}" \
    --dpkgopt=force-unsafe-io --include="$(IFS=,; echo "${card_packages[*]}")" \
    --extract-hook="$hooks/help" \
    --setup-hook="true '$dates, packages of $SOURCE_DATE_EPOCH, $(sha256sum <"$hooks/help")'" trixie
  card_archive=$ensured
}

# archive_dates NAME: sets dates to the times of Debian's lists.
archive_dates() {
  local name=$1 list
  dates=
  for list in debian/dists/trixie debian/dists/trixie-updates debian-security/dists/trixie-security; do
    dates+="${list##*/} $(wget -qO- "http://deb.debian.org/$list/InRelease" |
      sed -n 's/^Date: //p' | head -n 1); "
  done
  [[ $dates == *:*:*:*:*:* ]] ||
    { echo "$name: deb.debian.org cannot be reached, or is not as usual: $dates" >&2 && exit 69; }
}

# make_root FOLDER PACKAGE...: the card's system as FOLDER/root, its first partition as
# FOLDER/boot, and their packages as FOLDER/packages.list.
make_root() {
  local folder=$1 system=$1/root
  mkdir -- "$system"
  tar -C "$system" --numeric-owner -xf "$card_archive"
  mkdir -- "$system/tmp/card"
  cp -- "${@:2}" "$root"/deploy/lib/image/board/* "$root/deploy/lib/image/configure" \
    "$root/deploy/lib/receiver" "$system/tmp/card/"
  in_root "$system" env SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" bash /tmp/card/configure \
    >"$folder/configure.log" 2>&1 || {
    tail -n 30 -- "$folder/configure.log" >&2
    fail 1 "the system could not be set up, see above"
  }
  mv -- "$system/tmp/card/packages.list" "$folder/"
  rm -rf -- "$system/tmp/card"
  "$root/deploy/lib/image/clean" "$system"
  mkdir -- "$folder/boot"
  mv -- "$system"/boot/firmware/* "$folder/boot/"
  find "$system" "$folder/boot" -newermt "@$SOURCE_DATE_EPOCH" \
    -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
}
