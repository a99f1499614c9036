# shellcheck shell=bash
# The card of the virtual Raspberry Pi, and its emulator's boot files. Sourced by
# deploy/virtual-pi, after lib/roots.sh.
# shellcheck disable=SC2154

# The package's dependencies, with as few other services as possible.
pi_packages=(
  systemd systemd-sysv udev dbus init-system-helpers adduser kmod e2fsprogs busybox-static gpiod
  libgps30t64 libgpiod3 libexpat1 libsystemd0 libstdc++6 libbluetooth3 libusb-1.0-0 netbase
)

# ensure_pi NAME: sets pi_archive to a Debian 13 root for arm64 with a kernel. It leaves out half of
# the work of an emulated processor: the names of all the world's hardware, and a program in Perl
# that would enable services: the board must have only its own.
ensure_pi() {
  # shellcheck disable=SC2016
  ensure_root "$1" pi tar "$root/deploy/lib/virtual-pi/add-packages" \
    --architectures=arm64 --variant=essential --dpkgopt='force-unsafe-io' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/lib/udev/hwdb.d/*' \
    --extract-hook='chroot "$1" dpkg-divert --local --rename --add /usr/bin/deb-systemd-helper &&
      ln -s true "$1/usr/bin/deb-systemd-helper"' \
    --include="$(IFS=,; echo "${pi_packages[*]}")" trixie
  pi_archive=$ensured
}

# make_card FOLDER PACKAGE OLDER: makes the card, with OLDER installed and set up as in the guide
# and PACKAGE to upgrade to; and the kernel, the device tree and the initrd, all in FOLDER.
make_card() {
  local folder=$1 package=$2 older=$3 pi=$1/root
  mkdir -p -- "$pi"
  tar -C "$pi" -xf "$pi_archive"
  make_boot_files "$folder" "$pi"
  cp -- "$older" "$pi/root/older.deb"
  cp -- "$package" "$pi/root/picket.deb"
  cp -- "$root/deploy/lib/receiver" "$pi/root/receiver"
  # shellcheck disable=SC2016
  in_root "$pi" bash -euo pipefail -c '
    dpkg --install /root/older.deb
    # The owner sets the lines of the board, a region, and enables picket.
    sed -i "/^# Raspberry Pi 3/,/^\$/ s/^# \([[a-z]\)/\1/" /etc/picket/picket.toml
    picket regions add gate --circle 47,15,30 --note "Close it behind you"
    systemctl enable picket
    # A receiver on the second serial port. The emulated port takes the divisor of a speed for
    # its interrupts, too, and hangs the board at most speeds: gpsd stays at one, and only reads.
    sed -i "s/^GPSD_OPTIONS=.*/GPSD_OPTIONS=\"-b -s 38400\"/" /etc/default/gpsd
    mkdir -p /etc/systemd/system/gpsd.service.d
    printf "[Service]\nExecStartPre=/bin/stty -F /dev/ttyS1 38400 raw -echo\n" \
      >/etc/systemd/system/gpsd.service.d/echo.conf
    bash /root/receiver /dev/ttyS1 --yes
    systemctl enable gpsd.socket gpsd.service
    # The first serial port is the desk: a shell of root without an echo.
    cat >/etc/systemd/system/desk.service <<END
[Service]
ExecStart=/bin/bash -c "stty -echo -opost && echo the desk has a shell && exec bash"
StandardInput=tty-force
StandardOutput=tty
# With its errors elsewhere, the shell has no prompt.
StandardError=journal
TTYPath=/dev/ttyAMA0
Environment=HOME=/root TERM=dumb
[Install]
WantedBy=multi-user.target
END
    systemctl enable desk
    systemctl mask serial-getty@ttyAMA0 serial-getty@ttyS1 getty@tty1
    # As if it had started before: at a first start systemd enables and updates all units.
    systemd-id128 new >/etc/machine-id
    touch /etc/.updated /var/.updated
    echo virtual-pi >/etc/hostname' >"$folder/install.log" 2>&1 || {
    tail -n 30 -- "$folder/install.log" >&2
    echo "virtual-pi: the package could not be installed, see above" >&2
    return 1
  }
  # The emulator needs a card whose size is a power of two.
  truncate -s 1G -- "$folder/card"
  mke2fs -q -F -t ext4 -d "$pi" -- "$folder/card"
  rm -rf -- "$pi"
}

# make_boot_files FOLDER ROOT: makes its boot files.
make_boot_files() {
  local folder=$1 pi=$2 initrd=$1/initrd.d version kind module
  version=$(basename -- "$pi"/usr/lib/modules/*)
  cp -- "$pi/boot/vmlinuz" "$folder/vmlinuz"
  cp -- "$pi/boot/bcm2837-rpi-3-b.dtb" "$folder/pi.dtb"
  # Bluetooth has the full UART on a Raspberry Pi 3, which the console needs here.
  fdtput --remove "$folder/pi.dtb" /soc/serial@7e201000/bluetooth
  # The card is on the controller that its wireless network has there, since the emulation of
  # the other one loses interrupts.
  fdtput --type s "$folder/pi.dtb" /soc/mmc@7e202000 status disabled
  fdtput --remove "$folder/pi.dtb" /soc/mmc@7e300000/wifi@1
  fdtput --delete "$folder/pi.dtb" /soc/mmc@7e300000 mmc-pwrseq
  # A seed, as a Raspberry Pi's boot loader gives: the emulator has little entropy.
  # shellcheck disable=SC2046
  fdtput --type x "$folder/pi.dtb" /chosen rng-seed $(od -An -N 64 -t x4 /dev/urandom)

  mkdir -p -- "$initrd/bin" "$initrd/modules"
  cp -- "$pi/usr/bin/busybox" "$initrd/bin/busybox"
  cp -- "$root/deploy/lib/virtual-pi/init" "$initrd/init"
  # In the order in which they need each other.
  modprobe --dirname "$pi" --set-version "$version" --show-depends --all \
    sdhci_iproc mmc_block ext4 crc32c_generic |
    while read -r kind module _; do
      [[ $kind == insmod ]] || continue
      kind=$(basename -- "${module%.xz}")
      [[ ! -e $initrd/modules/$kind ]] || continue
      if [[ $module == *.xz ]]; then
        xz --decompress --stdout -- "$module" >"$initrd/modules/$kind"
      else
        cp -- "$module" "$initrd/modules/$kind"
      fi
      echo "$kind"
    done >"$initrd/modules/order"
  (cd -- "$initrd" && find . | cpio --quiet --create --format=newc) >"$folder/initrd"
  rm -rf -- "$initrd"
}
