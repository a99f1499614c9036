internal import Geofence
internal import Glibc
internal import Notation
internal import System

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
      return Diagnosis(.clock, .unknown, "no time of the receiver to compare with")
    }
    if let doubt = clocks.doubt {
      return Diagnosis(.clock, .ok, "the machine's clock is right: \(doubt.words)")
    }
    let ahead = clocks.receiver.duration(to: clocks.machine).inSeconds
    let words = "\(abs(ahead).elapsedText) \(ahead < 0 ? "behind" : "ahead of") the receiver's"
    guard abs(ahead) > Self.tolerance else {
      return Diagnosis(.clock, .ok, "the machine's clock is \(words)")
    }
    return Diagnosis(
      .clock, .wrong, "the machine's clock is \(words): times in logs and certificates are wrong",
      "sudo timedatectl set-ntp true; Picket itself goes by the receiver")
  }

  // In seconds: far more than reports are late, and less than matters to a certificate.
  private static let tolerance = 60.0

  private var zoneDiagnosis: Diagnosis {
    guard needsZone else { return Diagnosis(.zone, .unused, "no hours are configured") }
    let remedy =
      "sudo timedatectl set-timezone Europe/Berlin (or yours); sudo systemctl reload picket"
    guard let zone else {
      return Diagnosis(.zone, .wrong, "no time zone is set, so hours are in UTC", remedy)
    }
    let name = zone.firstIndex(ofText: "/zoneinfo/").map { zone[$0...].dropFirst(10) } ?? zone[...]
    guard !["Etc/UTC", "UTC", "Etc/UCT", "UCT", "Etc/Universal", "Etc/Zulu"].contains(name) else {
      return Diagnosis(.zone, .unknown, "hours are in UTC", "for local time: \(remedy)")
    }
    return Diagnosis(.zone, .ok, String(name))
  }
}
