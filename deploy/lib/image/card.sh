# shellcheck shell=bash
# A card as a file: a partition that a Raspberry Pi starts from, one with its system, and a table.
# Made without loop devices; equal inputs make equal files. Sourced by deploy/image.
# shellcheck disable=SC2154

boot_start=4    # MiB
boot_size=256
# shellcheck disable=SC2034 # deploy/image names the partition to mtools by it.
boot_at=@@4M

# make_card FILE FOLDER: of FOLDER/boot and FOLDER/root.
make_card() {
  local file=$1 folder=$2 size id
  id=$(sha256sum "$folder/packages.list" | cut -c 1-32)
  size=$(du --summarize --apparent-size --block-size=1M "$folder/root" | cut -f 1)
  # A third more, for the needs of an upgrade before the first start has made room.
  size=$((size + size / 3 + 128))
  truncate --size "$((boot_start + boot_size + size))M" -- "$file"
  sfdisk --quiet -- "$file" <<END
label: dos
label-id: 0x${id:0:8}
start=${boot_start}MiB, size=${boot_size}MiB, type=c, bootable
start=$((boot_start + boot_size))MiB, type=83
END
  truncate --size "${boot_size}M" -- "$folder/boot.fat"
  mkfs.vfat -F 32 --invariant -i "${id:0:8}" -n PICKET -- "$folder/boot.fat" >/dev/null
  put_files "$folder/boot.fat" "$folder/boot" ''
  dd if="$folder/boot.fat" of="$file" bs=1M seek="$boot_start" conv=notrunc,sparse status=none
  truncate --size "${size}M" -- "$folder/root.ext4"
  id=${id:0:8}-${id:8:4}-4${id:13:3}-8${id:17:3}-${id:20:12}
  E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH mke2fs -q -F -t ext4 -L picket-root -U "$id" -m 1 \
    -E "hash_seed=$id,root_owner=0:0" -d "$folder/root" -- "$folder/root.ext4"
  settle_times "$folder/root.ext4"
  dd if="$folder/root.ext4" of="$file" bs=1M seek="$((boot_start + boot_size))" \
    conv=notrunc,sparse status=none
}

# settle_times FILE: gives the changes of its inodes one time: mke2fs copies them from the
# folder, where they cannot be set.
settle_times() {
  LC_ALL=C dumpe2fs -- "$1" 2>/dev/null | awk -v time="$SOURCE_DATE_EPOCH" '
    /^Inode count:/ { count = $3 }
    sub(/^ *Free inodes: /, "") {
      ranges = split($0, range, ", ")
      for (i = 1; i <= ranges; i++) {
        ends = split(range[i], end, "-")
        for (free = end[1]; free <= end[ends] + 0; free++) is_free[free]
      }
    }
    # Inodes below 11 are the file system'\''s own, except the root.
    END {
      for (inode = 2; inode <= count; inode += inode == 2 ? 9 : 1)
        if (!(inode in is_free)) {
          print "sif <" inode "> ctime @" time
          print "sif <" inode "> ctime_extra 0"
          print "sif <" inode "> atime @" time
        }
    }' >"$1.times"
  E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH debugfs -w -f "$1.times" -- "$1" >/dev/null 2>"$1.log" ||
    fail 1 "debugfs failed: $(tail -n 1 -- "$1.log")"
}

# put_files IMAGE FOLDER NAME: copies FOLDER as NAME into a file system for mtools, in an order
# that does not depend on this machine.
put_files() {
  local image=$1 from=$2 to=$3 each files=()
  [[ -z $to ]] || mtool mmd -D s -i "$image" "::$to" >/dev/null 2>&1 || true
  while IFS= read -r -d '' each; do
    if [[ -d $from/$each ]]; then
      put_files "$image" "$from/$each" "$to/$each"
    else
      files+=("$from/$each")
    fi
  done < <(find "$from" -mindepth 1 -maxdepth 1 -printf '%f\0' | sort --zero-terminated)
  ((${#files[@]} == 0)) || mtool mcopy -D o -m -i "$image" "${files[@]}" "::$to/" ||
    fail 1 "the files of $from do not fit on the card"
}

# mtool COMMAND...: one of mtools, by the clock of SOURCE_DATE_EPOCH.
mtool() {
  TZ=UTC MTOOLS_SKIP_CHECK=1 SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" "$@"
}

# unpack_card FROM TO, pack_card FROM TO: by the end of the packed file's name.
unpack_card() {
  case $1 in
    *.xz) xz --decompress --stdout -- "$1" >"$2.packed" ;;
    *.zst) zstd --quiet --decompress --stdout -- "$1" >"$2.packed" ;;
    *) cp --sparse=always -- "$1" "$2" && return ;;
  esac || fail 1 "$1 cannot be unpacked"
  cp --sparse=always -- "$2.packed" "$2" && rm -- "$2.packed"
}
pack_card() {
  case $2 in
    # The number of threads changes the result.
    *.xz) xz --threads=2 -6 --stdout -- "$1" >"$2" ;;
    *.zst) zstd --quiet --threads=0 -12 --stdout -- "$1" >"$2" ;;
    *) cp --sparse=always -- "$1" "$2" ;;
  esac
}
