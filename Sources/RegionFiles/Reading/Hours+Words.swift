package import Geofence
internal import Notation
internal import System

extension Hours {
  /// The state of the hours at a time and the next change, for a person, by the hours' own clocks.
  package func words(at time: Timestamp) -> String {
    let span = span(at: time)
    guard let end = span.end else {
      return span.isActive ? "for more than a year" : "off for more than a year"
    }
    return "\(span.isActive ? "until" : "off until") \(text(end))"
  }

  /// The schedule and the name of its clocks.
  package var text: String { "\(schedule) (\(clock.name))" }

  /// The instant at which the clocks first show a time without a zone: 2026-06-03T09:14.
  package static func time(_ text: String, by clock: LocalClock) -> Timestamp? {
    let digits = text.split(separator: "T", maxSplits: 1).last ?? ""
    let seconds = digits.split(separator: ":").count == 2 ? ":00" : ""
    return Timestamp(rfc3339: text + seconds + "Z").map {
      let shown = clock.first(showing: Int($0.nanoseconds / 1_000_000_000))
      return Timestamp(nanoseconds: Int64(shown) * 1_000_000_000)
    }
  }

  private func text(_ time: Timestamp) -> String {
    let zone = Zone(clock)
    return "\(zone.day(time)) \(zone.clock(time).prefix(5))"
  }
}
