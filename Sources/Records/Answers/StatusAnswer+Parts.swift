package import Base

/// The parts of an answer to `status`.
extension StatusAnswer {
  /// Whether fixes can be trusted.
  package enum Sight: String, Hashable, Sendable {
    /// The last one can be.
    case sighted
    /// None could be for too long.
    case blind
    /// None could be so far.
    case waiting
  }

  /// The connection to gpsd.
  package struct Daemon: AnswerValue {
    package var host: String?
    package var port: Int?
    package var release: String?
    /// The reception.
    package var reception: Reason?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.text("host", &host)
      form.count("port", &port)
      form.text("release", &release)
      form.reason("reception", &reception)
    }
  }

  /// The numbers of satellites.
  package struct SatelliteCounts: AnswerValue {
    package var used: Int?
    package var seen: Int?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.count("used", &used)
      form.count("seen", &seen)
    }
  }

  /// The accuracy that a receiver claims, and the scatter of its fixes, in metres.
  package struct Scatter: AnswerValue {
    package var claimed: Double?
    package var observed: Double?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.number("claimed", &claimed, decimals: 1)
      form.number("observed", &observed, decimals: 1)
    }
  }

  /// A stay in a region, and the time until its event.
  package struct Stay: AnswerValue {
    package var region: String?
    package var left: Double?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.text("region", &region)
      form.number("left", &left, decimals: 1)
    }
  }

  /// The reminders of a region: their number so far, the most, and the time until the next.
  package struct Reminder: AnswerValue {
    package var region: String?
    package var count: Int?
    package var most: Int?
    package var left: Double?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.text("region", &region)
      form.count("count", &count)
      form.count("of", &most)
      form.number("left", &left, decimals: 1)
    }
  }

  /// The files of the controller.
  package struct Storage: AnswerValue {
    package var directory: String?
    package var faults: [Reason] = []
    package var journalAge: Double?
    package var stateAge: Double?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.text("directory", &directory)
      form.reasons("faults", &faults)
      form.number("journal_age", &journalAge, decimals: 0)
      form.number("state_age", &stateAge, decimals: 0)
    }
  }

  /// The releases of the board's parts.
  package struct Versions: AnswerValue {
    package var picket: String?
    package var libgps: String?
    package var libgpiod: String?

    package init() {}

    package mutating func pass(_ form: inout AnswerForm) {
      form.text("picket", &picket)
      form.text("libgps", &libgps)
      form.text("libgpiod", &libgpiod)
    }

    /// The names and the releases that are known.
    package var named: [(name: String, release: String)] {
      [("picket", picket), ("libgps", libgps), ("libgpiod", libgpiod)].compactMap { name, release in
        release.map { (name, $0) }
      }
    }
  }
}

/// An output in an answer, or a published line with its new level.
package struct OutputAnswer: AnswerValue {
  /// Its name.
  package var output: String?
  /// Its kind; none in a published line.
  package var kind: String?
  /// Whether it sounds or is lit.
  package var isActive = false
  /// Whether it does not work.
  package var isFaulty = false
  /// Why a held output is active or not.
  package var reason: Reason?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("output", &output)
    form.text("kind", &kind)
    form.flag("active", &isActive)
    form.mark("faulty", &isFaulty)
    form.reason("reason", &reason)
  }
}
