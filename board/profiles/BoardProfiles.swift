/// The profiles of this folder, compiled into the program, because only that is on a board.
package enum BoardProfiles {
  /// The text of each profile, by the name of its file without the ending.
  package static var files: KeyValuePairs<String, [UInt8]> {
    [
      "beaglebone-black": PackageResources.beaglebone_black_toml,
      "orange-pi-zero-2": PackageResources.orange_pi_zero_2_toml,
      "radxa-rock-5b": PackageResources.radxa_rock_5b_toml,
      "raspberry-pi-3": PackageResources.raspberry_pi_3_toml,
      "raspberry-pi-4": PackageResources.raspberry_pi_4_toml,
      "raspberry-pi-5": PackageResources.raspberry_pi_5_toml,
      "raspberry-pi-zero-2-w": PackageResources.raspberry_pi_zero_2_w_toml,
    ]
  }
}
