internal import Base
internal import Geofence
internal import Glibc

/// The clock of the machine, and its time zone.
package struct BoardClock: Hashable, Sendable {
  /// The file that /etc/localtime leads to; `nil` when there is none.
  package var zone: String?

  /// Whether quiet hours or hours of regions are configured, which depend on the zone.
  package var needsZone: Bool
}

extension BoardClock {
  /// Looks at this machine.
  package init(needsZone: Bool) {
    self.init(zone: Path.real("/etc/localtime"), needsZone: needsZone)
  }

  /// The verdicts on the clock and the zone.
  func diagnoses(_ clocks: ReceiverAccount.Clocks?) -> [Diagnosis] {
    [clock(clocks), zoneDiagnosis]
  }

  private func clock(_ clocks: ReceiverAccount.Clocks?) -> Diagnosis {
    guard let clocks else {
      return Diagnosis(.clock, .unknown, "doctor.noClock")
    }
    if let doubt = clocks.doubt {
      return Diagnosis(.clock, .ok, "doctor.clockRight", ["doubt": .reason(doubt.said)])
    }
    let ahead = clocks.receiver.duration(to: clocks.machine).inSeconds
    let clock = Reason(
      ahead < 0 ? "doctor.clockBehind" : "doctor.clockAhead", ["time": .number(abs(ahead))])
    guard abs(ahead) > Self.tolerance else { return Diagnosis(.clock, .ok, clock) }
    return Diagnosis(
      .clock, .wrong, "doctor.clockWrong", ["clock": .reason(clock)], say: "do.clock")
  }

  // In seconds: far more than reports are late, and less than matters to a certificate.
  private static let tolerance = 60.0

  private var zoneDiagnosis: Diagnosis {
    guard needsZone else { return Diagnosis(.zone, .unused, "doctor.noHours") }
    guard let zone else { return Diagnosis(.zone, .wrong, "doctor.noZone", say: "do.zone") }
    let name = zone.firstIndex(ofText: "/zoneinfo/").map { zone[$0...].dropFirst(10) } ?? zone[...]
    guard !["Etc/UTC", "UTC", "Etc/UCT", "UCT", "Etc/Universal", "Etc/Zulu"].contains(name) else {
      return Diagnosis(
        .zone, .unknown, "doctor.utc", ["zone": .reason(Reason("do.zone"))], say: "do.localZone")
    }
    return Diagnosis(.zone, .ok, Reason(verbatim: String(name)))
  }
}
