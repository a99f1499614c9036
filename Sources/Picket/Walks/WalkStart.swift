package import Base
package import Board
package import Geofence
internal import Records
package import RegionFiles

/// The state when a recording starts, from which a replay continues exactly.
package struct WalkStart: Sendable {
  /// The thresholds of regions without their own, from the configuration.
  package struct Thresholds: Codable, Hashable, Sendable {
    package var cushion: Double
    package var linger: Duration
    /// The sense; `nil` in walks of releases without senses, which decided as `even` does.
    package var sense: Sense?

    package init(_ regions: RegionSettings) {
      (cushion, linger, sense) = (regions.cushion, regions.linger, regions.sense)
    }
  }

  /// Everything that earlier fixes have led to, to the last digit.
  package struct Before: Codable, Sendable {
    package var filter: FixFilter
    package var monitor: RegionMonitor.Snapshot
    /// The sigmas of the last GST of each device.
    package var sigmas: [String: Double]
    /// The strength of the signals in the last SKY of each device; `nil` in walks of older releases.
    package var strengths: [String: Double]?
    /// The driver of each device; `nil` in walks of older releases, which convert every eph alike.
    package var drivers: [String: DeviceDriver]?
    /// The paths of the configured receiver other than the configured one; `nil` in walks of older
    /// releases.
    package var names: Set<String>?
    /// The reminders; `nil` without any.
    package var reminders: Reminders.Snapshot?
  }

  /// The name of the walk.
  package var name: String

  /// The time at which the walk started; `nil` before the receiver has reported the time.
  package var started: Timestamp?

  /// The release that recorded the walk.
  package var picket = Version.picket

  /// The only device whose fixes count; `nil` for any device.
  package var device: String?

  /// The time without a trusted fix after which the controller is blind.
  package var blindLimit: Duration

  package var usual: Thresholds

  /// The states of the regions, for a release that cannot use `before`.
  package var memory: Memory

  /// The effects of earlier fixes; `nil` if another release wrote them in an unreadable form.
  package var before: Before?
}

extension WalkStart {
  /// The state of a session now.
  init(_ name: String, _ session: borrowing Session, at now: Instant) {
    self.init(
      name: name, started: session.present(at: now).time,
      device: session.configuration.gpsd.device, blindLimit: session.monitor.blindLimit,
      usual: WalkStart.Thresholds(session.configuration.regions), memory: session.monitor.memory,
      before: WalkStart.Before(
        filter: session.receiving.path.filter, monitor: session.monitor.snapshot,
        sigmas: session.receiving.path.sigmas, strengths: session.receiving.path.strengths,
        drivers: session.receiving.path.drivers,
        names: session.receiving.path.names.others,
        reminders: session.reactions.reminders.snapshot))
  }
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
  /// - Returns: `nil` when it is not a first line.
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
