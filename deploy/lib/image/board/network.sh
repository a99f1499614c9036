# shellcheck shell=bash
# The board's own network, and the page for phones in it. Sourced by first-start, which has folder,
# note and wrong.
# shellcheck disable=SC2154

set_country() {
  [[ $1 =~ ^[A-Z]{2}$ ]] || { wrong "country: two capital letters, such as AT" && return; }
  echo "options cfg80211 ieee80211_regdom=$1" >/etc/modprobe.d/picket-country.conf
  # The driver may be there already.
  iw reg set "$1" 2>/dev/null || true
  note "country: $1"
}

# make_network NAME PASSWORD: by NetworkManager, which starts after this.
make_network() {
  local file=/etc/NetworkManager/system-connections/picket.nmconnection
  if (($(printf %s "$1" | wc --bytes) > 32)) || [[ $1 == *[[:cntrl:]\;\\]* ]]; then
    wrong "wifi: a name of 1 to 32 bytes without ; and \\"
    return
  fi
  if [[ ! $2 =~ ^[[:print:]]{8,63}$ && ! $2 =~ ^[0-9a-f]{64}$ || $2 == *\\* ]]; then
    wrong "wifi_password: 8 to 63 letters and signs without \\"
    return
  fi
  [[ -n ${setting[country]:-} || -e /etc/modprobe.d/picket-country.conf ]] ||
    { wrong "wifi: needs the country, whose rules hold for the radio" && return; }
  (umask 077 && cat >"$file") <<END
[connection]
id=picket
type=wifi
interface-name=wlan0

[wifi]
mode=ap
band=bg
ssid=$1

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
psk=$2

[ipv4]
method=shared
address1=10.42.0.1/24

[ipv6]
method=link-local
END
  note "wifi: $1"
  open_page
}

open_page() {
  local place=/var/lib/picket-page
  sed -i 's/^listen = .*/listen = "0.0.0.0:8642"/' /etc/picket/page.toml
  if [[ -s $folder/devices.jsonl ]]; then
    install -m 600 -o picket-page -g picket-page -- "$folder/devices.jsonl" "$place/devices.jsonl"
    note "page: http://10.42.0.1:8642, for the phone with the code"
  elif [[ ! -s $place/devices.jsonl ]]; then
    # A token here would be in the journal, and in a report on FAT, which everybody can read.
    note "page: no phone is paired yet: sudo picket-page pair phone --host 10.42.0.1"
  fi
}
