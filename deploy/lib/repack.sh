# shellcheck shell=bash
# Packages made of a package. Sourced by scripts that try packages in deploy/.

# repack PACKAGE VERSION FILE [EXPRESSION]: writes the package as FILE with another version, and with
# its default configuration changed by sed.
repack() {
  local folder=$3.d
  dpkg-deb --raw-extract "$1" "$folder"
  # Packages may need each other in the same version.
  sed -i "s/^Version: .*/Version: $2/; s/picket (= [^)]*)/picket (= $2)/" "$folder/DEBIAN/control"
  [[ -z ${4:-} ]] || sed -i "$4" "$folder/etc/picket/picket.toml"
  dpkg-deb --root-owner-group -Znone --build "$folder" "$3" >/dev/null
  rm -rf -- "$folder"
}
