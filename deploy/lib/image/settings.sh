# shellcheck shell=bash
# The settings for a card: checked here, since a board shows no mistakes. Sourced by deploy/image,
# whose options they are.
# shellcheck disable=SC2154

# ask_settings: asks for missing settings, on a terminal.
ask_settings() {
  if [[ -z $user ]]; then
    [[ -t 0 ]] || misused "--user NAME is missing, the name to log in with; --blank makes a card without"
    read -r -p "user name: " user
  fi
  if [[ -z $ssh_key && -z $password_hash ]]; then
    [[ -t 0 ]] || misused "--ssh-key FILE or --password-hash FILE is missing: $user could not log in"
    read -r -s -p "password of $user: " password && echo
    ((${#password} >= 8)) || misused "a password has 8 letters at least"
    made_hash=$(openssl passwd -6 -stdin <<<"$password")
  fi
  if ! $no_wifi && [[ -z $country ]]; then
    [[ -t 0 ]] || misused "--country CODE is missing, such as AT: its rules hold for the radio; or --no-wifi"
    read -r -p "country, as two letters: " country
  fi
}

check_settings() {
  local file
  [[ $user =~ ^[a-z][a-z0-9-]{0,30}$ ]] ||
    misused "--user is a small letter, then small letters, digits and hyphens, not $user"
  [[ $host_name =~ ^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$ ]] ||
    misused "--hostname is 1 to 63 small letters, digits and hyphens, not $host_name"
  [[ -z $country || $country =~ ^[A-Z]{2}$ ]] || misused "--country is two capital letters, not $country"
  [[ $zone =~ ^[A-Za-z0-9_+/-]+$ && -f /usr/share/zoneinfo/$zone ]] ||
    misused "--zone is a name such as Europe/Vienna, not $zone"
  if (($(printf %s "$wifi" | wc --bytes) > 32)) || [[ $wifi == *[[:cntrl:]\;\\]* ]]; then
    misused "--wifi is a name of 1 to 32 bytes without ; and \\"
  fi
  for file in "$ssh_key" "$password_hash" "$wifi_password" "$phone_token" "$regions"; do
    [[ -z $file || -r $file ]] || misused "there is no file $file"
  done
  [[ -z $ssh_key ]] || ssh-keygen -l -f "$ssh_key" >/dev/null 2>&1 ||
    fail 1 "$ssh_key is not a public key of ssh, such as ~/.ssh/id_ed25519.pub"
  [[ -z $ssh_key ]] || ! grep -q 'PRIVATE KEY' -- "$ssh_key" ||
    fail 1 "$ssh_key is a private key: the card gets the file with .pub at its end"
  [[ -z $password_hash ]] || [[ $(<"$password_hash") =~ ^\$[a-z0-9]+\$[^[:space:]:]+$ ]] ||
    fail 1 "$password_hash is not what openssl passwd -6 prints"
  [[ -z $regions ]] || check_regions "$regions"
}

# check_regions FILE: the board checks all of it, at its first start.
check_regions() {
  /usr/bin/python3 -c 'import json, sys
found = json.load(open(sys.argv[1], encoding="utf-8"))
sys.exit(found.get("type") != "FeatureCollection")' "$1" 2>/dev/null ||
    fail 1 "$1 is not a FeatureCollection of GeoJSON: picket check --regions $1 prints the details"
}

# write_settings FOLDER: as the first start reads them; sets secret and token.
write_settings() {
  local folder=$1
  mkdir -p -- "$folder"
  {
    printf '%s = %s\n' user "$user" hostname "$host_name" zone "$zone"
    [[ -z $password_hash ]] || printf 'password_hash = %s\n' "$(<"$password_hash")"
    [[ -z ${made_hash:-} ]] || printf 'password_hash = %s\n' "$made_hash"
    [[ -z $country ]] || printf 'country = %s\n' "$country"
  } >"$folder/settings.txt"
  [[ -z $ssh_key ]] || cp -- "$ssh_key" "$folder/authorized_keys"
  [[ -z $regions ]] || cp -- "$regions" "$folder/regions.geojson"
  $no_wifi || write_network "$folder"
}

write_network() {
  if [[ -n $wifi_password ]]; then
    secret=$(<"$wifi_password")
    [[ $secret =~ ^[[:print:]]{8,63}$ && $secret != *\\* ]] ||
      fail 1 "$wifi_password does not hold 8 to 63 letters and signs without \\"
  else
    secret=$(random_text 'a-km-z2-9' 16)
  fi
  if [[ -n $phone_token ]]; then
    token=$(<"$phone_token")
    [[ $token =~ ^[0-9a-f]{40}$ ]] || fail 1 "$phone_token does not hold 40 hexadecimal digits: openssl rand -hex 20"
  else
    token=$(random_text '0-9a-f' 40)
  fi
  # The key of the network and the hash of the token: the card holds neither secret itself.
  /usr/bin/python3 - "$1" "$wifi" 3<<<"$secret"$'\n'"$token" <<'END'
import hashlib, json, os, sys, time
folder, name = sys.argv[1:]
with os.fdopen(3) as file:
    secret, token = file.read().splitlines()
key = hashlib.pbkdf2_hmac("sha1", secret.encode(), name.encode(), 4096, 32).hex()
with open(f"{folder}/settings.txt", "a") as file:
    file.write(f"wifi = {name}\nwifi_password = {key}\n")
made = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
device = {"name": "phone", "scope": "control", "made": made,
          "sha256": hashlib.sha256(token.encode()).hexdigest()}
with open(f"{folder}/devices.jsonl", "w") as file:
    file.write(json.dumps(device) + "\n")
END
}

random_text() {
  # tr ends when the pipe does.
  (set +o pipefail && LC_ALL=C tr --delete --complement "$1" </dev/urandom | head -c "$2")
}

# print_codes: prints how to reach the board.
print_codes() {
  local link
  echo "log in: ssh $user@$host_name.local"
  ! $no_wifi || return 0
  link=http://10.42.0.1:8642/#$token
  echo "the board's network: $wifi, password $secret"
  # shellcheck disable=SC2001 # A set of signs.
  code "WIFI:T:WPA;S:$(sed 's/[\\;,:"]/\\&/g' <<<"$wifi");P:$(sed 's/[\\;,:"]/\\&/g' <<<"$secret");;"
  echo "the page, once the phone is in that network: $link"
  code "$link"
  echo "both codes are secret: they show where the board is"
}

code() {
  printf '%s' "$1" | qrencode --type UTF8 --level L --margin 2
}
