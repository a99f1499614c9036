package import Geofence
package import Notation
internal import Outputs
package import Receiver
package import RegionFiles

/// What is known when a recording starts, so that a replay goes on exactly from there.
package struct WalkStart: Sendable {
  /// What a region has that says nothing of its own: the configuration's words.
  package struct Thresholds: Codable, Hashable, Sendable {
    package var cushion: Double
    package var linger: Duration
    /// `nil` in walks of releases that had none: those decided as `even` does.
    package var sense: Sense?

    package init(_ regions: RegionSettings) {
      (cushion, linger, sense) = (regions.cushion, regions.linger, regions.sense)
    }
  }

  /// All that the fixes before it have led to, to the last digit.
  package struct Before: Codable, Sendable {
    package var filter: FixFilter
    package var monitor: RegionMonitor.Snapshot
    /// The sigmas of the last GST of each device.
    package var sigmas: [String: Double]
    /// The driver of each device; `nil` in walks of older releases, which convert every eph alike.
    package var drivers: [String: DeviceDriver]?
  }

  /// The name of the walk.
  package var name: String

  /// When, as far as the receiver has said it.
  package var started: Timestamp?

  /// The release that recorded it.
  package var picket = Version.picket

  /// The device whose fixes alone are taken.
  package var device: String?

  /// How long without a trusted fix makes it blind.
  package var blindLimit: Duration

  package var usual: Thresholds

  /// What is worth knowing to whoever cannot use the rest.
  package var memory: Memory

  /// `nil` where it was written by a release that this one does not understand.
  package var before: Before?
}

// MARK: JSON

extension WalkStart {
  /// The format that this Picket writes.
  package static let version = 1

  /// The first line of a walk.
  ///
  /// - Parameter regions: The checksum of its file of regions.
  package func json(regions: UInt32) throws -> String {
    var line = JSONLine()
    line.add("walk", Self.version)
    line.add("name", name)
    line.add("started", started?.rfc3339)
    line.add("picket", picket)
    line.add("device", device)
    line.add("blind", try JSON(encoding: blindLimit))
    line.add("usual", try JSON(encoding: usual))
    line.add("regions", String(regions, radix: 16))
    line.add("state", try JSON.parse(SavedState(memory: memory).encoded))
    line.add("before", try before.map { try JSON(encoding: $0) } ?? .null)
    return line.text
  }

  /// Reads a first line.
  ///
  /// - Returns: `nil` when it is none, and the checksum of the file of regions.
  package init?(_ fields: [String: JSON]) {
    guard let name = fields["name"]?.string, let picket = fields["picket"]?.string,
      let blind: Duration = try? fields["blind"]?.decoded(), blind > .zero,
      let usual: Thresholds = try? fields["usual"]?.decoded(),
      let state = fields["state"].flatMap({ try? SavedState(decoding: $0.text) })
    else { return nil }
    self.init(
      name: name, started: fields["started"]?.timestamp,
      picket: picket, device: fields["device"]?.string, blindLimit: blind, usual: usual,
      memory: state.memory, before: try? fields["before"]?.decoded())
  }
}
