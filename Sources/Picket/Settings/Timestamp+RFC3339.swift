package import Geofence
import FoundationEssentials

extension Timestamp {
  /// The time as RFC 3339 has it, in UTC with milliseconds: 2026-06-03T09:14:31.000Z.
  package var rfc3339: String {
    // Rounded here: the style cuts off, and 0.6 is not exact in a Date.
    let milliseconds = (nanoseconds + 500_000).flooredQuotient(by: 1_000_000)
    let seconds = milliseconds.flooredQuotient(by: 1000)
    let date = Date(timeIntervalSince1970: Double(seconds))
    let fraction = String(1000 + milliseconds - seconds * 1000).dropFirst()
    return "\(date.formatted(.iso8601).dropLast()).\(fraction)Z"
  }

  /// Reads a time such as 2026-06-03T09:14:31.5Z or 2026-06-03T11:14:31+02:00.
  package init?(rfc3339 text: String) {
    for style in [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ] {
      guard let date = try? style.parse(text) else { continue }
      self.init(seconds: date.timeIntervalSince1970)
      return
    }
    return nil
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
