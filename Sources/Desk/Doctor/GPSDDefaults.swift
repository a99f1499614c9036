internal import Base
internal import Glibc

/// The set-up of gpsd on this machine: /etc/default/gpsd of Debian.
package struct GPSDDefaults: Hashable, Sendable {
  /// The path of the file.
  package static let path = "/etc/default/gpsd"

  /// Whether gpsd is installed on this machine.
  package var isInstalled: Bool

  /// The ports that the file names.
  package var devices: [String]

  /// The named ports that are missing.
  package var missing: [String]

  /// Creates a set-up.
  package init(isInstalled: Bool = true, devices: [String] = [], missing: [String] = []) {
    self.isInstalled = isInstalled
    self.devices = devices
    self.missing = missing
  }

  /// Reads the file of this machine.
  package init() {
    let text = (try? TextFile.read(path: Self.path, limit: 1 << 16, remedy: "")) ?? ""
    let devices = Self.devices(in: text)
    self.init(
      isInstalled: access("/usr/sbin/gpsd", X_OK) == 0, devices: devices,
      missing: devices.filter { $0.hasPrefix("/") && access($0, F_OK) != 0 })
  }

  /// The ports in the last line with DEVICES, as a shell reads it.
  package static func devices(in text: String) -> [String] {
    let line = text.split { $0.isNewline }.last { $0.hasPrefix("DEVICES=") }
    guard let line else { return [] }
    return line.dropFirst("DEVICES=".count).filter { $0 != "\"" && $0 != "'" }
      .split(separator: " ").prefix { !$0.hasPrefix("#") }.map(String.init)
  }
}
