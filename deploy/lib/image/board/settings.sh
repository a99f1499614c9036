# shellcheck shell=bash
# The settings of a card: read, and applied to the user, the names and the regions. Sourced by
# first-start, which has folder, note and wrong.
# shellcheck disable=SC2154

declare -A setting=()
known_settings=' user password password_hash hostname country zone wifi wifi_password '

# read_settings FILE: lines `name = value`, as any editor of any system writes them.
read_settings() {
  local line name number=0
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    line=${line%$'\r'}
    line=${line#$'\xef\xbb\xbf'}
    [[ $line =~ ^[[:space:]]*(#.*)?$ ]] && continue
    name=${line%%=*}
    name=${name#"${name%%[![:space:]]*}"}
    name=${name%"${name##*[![:space:]]}"}
    if [[ $line != *=* || $known_settings != *" $name "* ]]; then
      # Not the line itself: it may be a password.
      wrong "settings.txt, line $number: not one of:$known_settings"
      continue
    fi
    line=${line#*=}
    line=${line#"${line%%[![:space:]]*}"}
    [[ -z $line ]] || setting[$name]=${line%"${line##*[![:space:]]}"}
  done <"$1"
}

apply_settings() {
  [[ -z ${setting[hostname]:-} ]] || set_hostname "${setting[hostname]}"
  [[ -z ${setting[zone]:-} ]] || set_zone "${setting[zone]}"
  [[ -z ${setting[user]:-} ]] || make_user "${setting[user]}"
  [[ ! -e $folder/regions.geojson ]] || take_regions
  [[ -z ${setting[country]:-} ]] || set_country "${setting[country]}"
  [[ -z ${setting[wifi]:-} ]] || make_network "${setting[wifi]}" "${setting[wifi_password]:-}"
}

set_hostname() {
  [[ $1 =~ ^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$ ]] ||
    { wrong "hostname: 1 to 63 small letters, digits and hyphens" && return; }
  echo "$1" >/etc/hostname
  printf '127.0.0.1 localhost\n::1 localhost\n127.0.1.1 %s\n' "$1" >/etc/hosts
  hostname -- "$1" && note "hostname: $1"
}

set_zone() {
  [[ $1 =~ ^[A-Za-z0-9_+/-]+$ && -f /usr/share/zoneinfo/$1 ]] ||
    { wrong "zone: a name such as Europe/Vienna, of /usr/share/zoneinfo" && return; }
  ln -sf -- "/usr/share/zoneinfo/$1" /etc/localtime && note "zone: $1"
}

make_user() {
  local name=$1 group groups=() home keys=$folder/authorized_keys
  [[ $name =~ ^[a-z][a-z0-9-]{0,30}$ ]] ||
    { wrong "user: a small letter, then small letters, digits and hyphens" && return; }
  [[ -s $keys || -n ${setting[password]:-}${setting[password_hash]:-} ]] ||
    { wrong "user: $name could not log in: give a password or authorized_keys" && return; }
  for group in sudo picket dialout systemd-journal netdev; do
    ! getent group "$group" >/dev/null || groups+=("$group")
  done
  if ! id -- "$name" >/dev/null 2>&1; then
    useradd --create-home --shell /bin/bash --groups "$(IFS=,; echo "${groups[*]}")" -- "$name" ||
      { wrong "user: $name could not be made" && return; }
  elif (($(id -u -- "$name") < 1000)); then
    wrong "user: $name is a user of the system: choose another name" && return
  fi
  set_password "$name" || { wrong "user: the password was not accepted" && return; }
  home=$(getent passwd "$name" | cut -d : -f 6)
  if [[ -s $keys ]]; then
    install -d -m 700 -o "$name" -g "$name" -- "$home/.ssh"
    tr -d '\r' <"$keys" >"$home/.ssh/authorized_keys"
    chown -- "$name:" "$home/.ssh/authorized_keys" && chmod 600 -- "$home/.ssh/authorized_keys"
  fi
  note "user: $name"
}

# A user with only a key has no password that sudo could request.
set_password() {
  local rule=/etc/sudoers.d/picket-card
  rm -f -- "$rule"
  if [[ -n ${setting[password_hash]:-} ]]; then
    printf '%s:%s\n' "$1" "${setting[password_hash]}" | chpasswd --encrypted
  elif [[ -n ${setting[password]:-} ]]; then
    printf '%s:%s\n' "$1" "${setting[password]}" | chpasswd
  else
    (umask 337 && printf '%s ALL=(ALL) NOPASSWD: ALL\n' "$1" >"$rule")
  fi
}

take_regions() {
  local said
  said=$(picket check --regions "$folder/regions.geojson" 2>&1) ||
    { wrong "regions.geojson: $(head -n 1 <<<"$said")" && return; }
  install -m 640 -o picket -g picket -- "$folder/regions.geojson" /var/lib/picket/regions.geojson &&
    note "regions.geojson"
}
