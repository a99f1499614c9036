# shellcheck shell=bash
# An APT repository in a folder: the packages of a release, its lists and its signatures.
# Sourced by deploy/release, after options.sh.
# shellcheck disable=SC2154

# The systems that have packages: SUITE/ARCH.
# shellcheck disable=SC2034 # deploy/release reads it.
all_targets=(bookworm/amd64 bookworm/arm64 trixie/amd64 trixie/arm64)
release_programs=(picket picket-link picket-page)

# file_version TARGET: the version of its packages, which deploy/package marks by Debian's release.
file_version() {
  case $1 in
    bookworm/*) echo "$version+deb12" ;;
    trixie/*) echo "$version+deb13" ;;
  esac
}

# packages_of FOLDER TARGET: the files there that are for it.
packages_of() {
  local program name
  name=_$(file_version "$2")_${2#*/}
  for program in "${release_programs[@]}"; do
    compgen -G "$1/$program$name.deb" || true
    compgen -G "$1/$program-dbgsym$name.deb" || true
    compgen -G "$1/$program$name.spdx.json" || true
  done
}

# add_packages FOLDER TARGET POOL: copies and checks all packages; fails if one is missing.
add_packages() {
  local from=$1 target=$2 pool=$3 program name file found expected
  name=_$(file_version "$target")_${target#*/}
  for program in "${release_programs[@]}"; do
    for file in "$program$name.deb" "$program-dbgsym$name.deb" "$program$name.spdx.json"; do
      [[ -f $from/$file ]] || fail 1 "$from has no $file: deploy/package makes all files of a release together"
      [[ ! -e $pool/$file ]] || cmp --quiet -- "$from/$file" "$pool/$file" ||
        fail 1 "$file is released already, and differs: a new package needs a new version"
      cp -- "$from/$file" "$pool/"
      [[ $file == *.deb ]] || continue
      # shellcheck disable=SC2016 # dpkg-deb reads it.
      found=$(dpkg-deb --show --showformat='${Package} ${Version} ${Architecture}' "$from/$file")
      expected="${file%%_*} $(file_version "$target") ${target#*/}"
      [[ $found == "$expected" ]] || fail 1 "$from/$file is $found, not $expected"
    done
    found=$(/usr/bin/python3 "$root/deploy/lib/check_bill.py" "$from/$program$name.deb" \
      "$from/$program$name.spdx.json" 2>&1) || {
      printf '%s\n' "$found" >&2
      fail 1 "$from/$program$name.spdx.json is not right, see above: build the package again"
    }
  done
}

# fingerprint_of FILE: of the public key in it; nothing if there is none. After find_key, whose
# gpg_options name a folder that gpg may use.
fingerprint_of() {
  gpg "${gpg_options[@]}" --batch --show-keys --with-colons -- "$1" 2>/dev/null |
    awk -F: '/^fpr/ && !seen++ { print $10 }'
}

# find_key: sets fingerprint, and gpg_options to find the key and sign with it.
find_key() {
  local listed named=()
  gpg_options=(--no-options --quiet --yes)
  if $is_trial || [[ -f $key ]]; then
    mkdir -m 700 -- "$work/gnupg"
    gpg_options+=(--homedir "$work/gnupg")
  fi
  if $is_trial; then
    # As old as the packages, so that signatures can be, too.
    gpg "${gpg_options[@]}" --batch --passphrase '' --faked-system-time "$SOURCE_DATE_EPOCH!" \
      --quick-generate-key 'Picket, a trial' ed25519 sign never 2>"$work/gpg" ||
      fail 1 "gpg made no key: $(tail -n 1 -- "$work/gpg")"
  elif [[ -f $key ]]; then
    gpg "${gpg_options[@]}" --batch --import -- "$key" 2>"$work/gpg" ||
      fail 1 "$key is not a key: $(tail -n 1 -- "$work/gpg")"
  else
    named=("$key")
  fi
  listed=$(gpg "${gpg_options[@]}" --list-secret-keys --with-colons -- "${named[@]}" 2>/dev/null) || true
  [[ $(grep -c '^sec' <<<"$listed") == 1 ]] ||
    fail 1 "$key is not one secret key, but $(grep -c '^sec' <<<"$listed"): gpg --list-secret-keys shows those that there are"
  fingerprint=$(awk -F: '/^fpr/ { print $10; exit }' <<<"$listed")
  # A signature may not be older than its key.
  signed_at=$(awk -F: '/^sec/ { print $6; exit }' <<<"$listed")
  ((signed_at >= SOURCE_DATE_EPOCH)) || signed_at=$SOURCE_DATE_EPOCH
}

# sign MODE FILE OUTPUT: MODE is --clear-sign or --detach-sign.
sign() {
  local batch=()
  # With the owner's keyring, the agent may ask for a passphrase.
  [[ ! -d $work/gnupg ]] || batch=(--batch)
  gpg "${gpg_options[@]}" "${batch[@]}" --faked-system-time "$signed_at!" --local-user "$fingerprint" \
    --digest-algo SHA512 --armor --output "$3" "$1" -- "$2" 2>"$work/gpg" || {
    cat -- "$work/gpg" >&2
    fail 1 "$(basename -- "$2") could not be signed, see above"
  }
}

# write_sums FOLDER: writes SHA256SUMS of its files, and its signature.
write_sums() {
  (cd -- "$1" && rm -f -- SHA256SUMS SHA256SUMS.asc && sha256sum -- * >"$work/sums")
  mv -- "$work/sums" "$1/SHA256SUMS"
  sign --detach-sign "$1/SHA256SUMS" "$1/SHA256SUMS.asc"
}

# valid_until: when boards stop to accept the lists, so that a server cannot keep an update from them for longer.
valid_until() { date --utc --rfc-email --date "@$((SOURCE_DATE_EPOCH + valid_days * 86400))"; }

# check_pool FOLDER: every file of earlier versions, against the signature of its version. The server on which
# the folder was may have changed them, and the new lists would vouch for what is there.
check_pool() {
  local dir name listed
  gpg "${gpg_options[@]}" --export "$fingerprint" >"$work/own.gpg"
  while read -r name; do
    fail 1 "$name is neither a file nor a folder of a version: remove it"
  done < <(find "$1" -mindepth 1 ! -path "$1/*/*" ! -type d -print -o -path "$1/*/*" ! -type f -print)
  for dir in "$1"/*/; do
    [[ -d $dir ]] || continue
    name=pool/$(basename -- "$dir")
    gpgv --quiet --keyring "$work/own.gpg" -- "$dir/SHA256SUMS.asc" "$dir/SHA256SUMS" 2>"$work/gpg" ||
      fail 1 "$name/SHA256SUMS is not signed by this key: put the files there that were released, or remove $name"
    (cd -- "$dir" && sha256sum --check --strict --quiet SHA256SUMS) >"$work/sums" 2>&1 ||
      fail 1 "$name is not what was released: $(head -n 1 -- "$work/sums")"
    listed=$(sed 's/^[0-9a-f]* [ *]//' "$dir/SHA256SUMS"; printf '%s\n' SHA256SUMS SHA256SUMS.asc)
    while read -r file; do
      fail 1 "$name/$file was not released, since SHA256SUMS does not name it: remove it"
    done < <(comm -13 <(sort <<<"$listed") <(cd -- "$dir" && find . -mindepth 1 -printf '%P\n' | sort))
  done
}

# write_indexes FOLDER: the lists of all packages in its pool, for each suite, and their signatures.
write_indexes() {
  local folder=$1 suite arch list dist architectures
  rm -rf -- "$folder/dists"
  for suite in bookworm trixie; do
    dist=$folder/dists/$suite
    architectures=()
    for arch in amd64 arm64; do
      list=$dist/main/binary-$arch/Packages
      (cd -- "$folder" && apt-ftparchive --arch "$arch" packages pool) |
        awk -v mark="+deb$([[ $suite == bookworm ]] && echo 12 || echo 13)" '
          BEGIN { RS = ""; ORS = "\n\n"; FS = "\n" }
          { for (i = 1; i <= NF; i++) if ($i ~ /^Version: / && index($i, mark)) { print; next } }
        ' >"$work/packages"
      [[ -s $work/packages ]] || continue
      architectures+=("$arch")
      mkdir -p -- "${list%/*}"
      mv -- "$work/packages" "$list"
      gzip -9 --no-name --keep -- "$list"
      xz -9 --keep -- "$list"
    done
    ((${#architectures[@]})) || continue
    (cd -- "$folder" && apt-ftparchive -o APT::FTPArchive::Release::Origin=Picket \
      -o APT::FTPArchive::Release::Label=Picket -o APT::FTPArchive::Release::Suite="$suite" \
      -o APT::FTPArchive::Release::Codename="$suite" -o APT::FTPArchive::Release::Components=main \
      -o APT::FTPArchive::Release::Architectures="${architectures[*]}" \
      -o APT::FTPArchive::Release::Date="$(date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")" \
      release "dists/$suite") | sed "/^Date: /a Valid-Until: $(valid_until)" >"$work/Release"
    # apt-ftparchive itself counts from the present time, and no two releases would be equal.
    grep -q '^Valid-Until: ' "$work/Release" || fail 1 "$suite has no date until which its lists are valid"
    mv -- "$work/Release" "$dist/Release"
    sign --clear-sign "$dist/Release" "$dist/InRelease"
    sign --detach-sign "$dist/Release" "$dist/Release.gpg"
  done
}
