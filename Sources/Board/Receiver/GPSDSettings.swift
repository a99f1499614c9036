package import Base

/// The gpsd and the receiver that fixes come from.
package struct GPSDSettings: Hashable, Sendable {
  /// The host on which gpsd listens.
  package var host = "127.0.0.1"

  /// The port on which gpsd listens.
  package var port = 2947

  /// The path of the only device whose fixes count; `nil` to accept every device.
  package var device: String?

  /// Creates the settings of a gpsd on this machine.
  package init() {}

  /// Reads the table [gpsd].
  package mutating func read(_ top: inout TOMLSection) {
    var section = top.section("gpsd")
    host = section.host("host", expected: "the name or address of a host") ?? host
    port = section.integer("port", in: 1...65_535) ?? port
    device = section.string("device", expected: "the path of a device")
    top.add(section.finished())
  }

  /// Whether gpsd is on this machine.
  package var isOnThisMachine: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// The paths of the receiver; links are followed where they are those that gpsd has.
  package var names: DeviceNames {
    guard isOnThisMachine else { return DeviceNames(device) }
    return DeviceNames(device) { path in Path.real(path) }
  }
}
