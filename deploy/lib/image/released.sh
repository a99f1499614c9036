# shellcheck shell=bash
# A card in a release: anyone can get it, so it must not have a person's settings. Sourced by
# deploy/release, after card.sh.
# shellcheck disable=SC2154

# add_image FILE POOL: copies the card, after a check of its files.
add_image() {
  local file=$1 name=picket_${version}_raspberry-pi.img listed made
  unpack_card "$file" "$work/card"
  listed=$(mtool mdir -b -i "$work/card$boot_at" ::picket 2>/dev/null) ||
    fail 1 "$file is not a card that deploy/image has made"
  [[ $listed != *::/picket/settings.txt* ]] ||
    fail 1 "$file has the settings of a person on it: make it with deploy/image --blank"
  made=$(mtool mtype -i "$work/card$boot_at" ::picket/version.txt | sed -n 's/^picket \([^ ]*\).*/\1/p')
  [[ $made == "$(file_version trixie/arm64)" ]] ||
    fail 1 "$file has picket ${made:-of no version} on it, not $(file_version trixie/arm64)"
  rm -f -- "$work/card"
  name+=${file##*.img}
  [[ ! -e $2/$name ]] || cmp --quiet -- "$file" "$2/$name" ||
    fail 1 "$name is released already, and differs: a new card needs a new version"
  cp -- "$file" "$2/$name"
}
