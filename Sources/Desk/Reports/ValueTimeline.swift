internal import Base
internal import Geofence

/// The timeline of a value of the receiver as data, which is shown on demand.
struct ValueTimeline: Sendable {
  /// The name of the row's switch.
  let name: String

  /// The caption.
  let title: String
  let unit: String
  private let profile: Profile

  /// Another value in the same row, and the names of both values.
  private var other: (profile: Profile, names: [String])?

  /// Whether the scale begins at 0.
  private var hasZero = true

  /// The rows of an account for which there are values.
  static func all(of account: Account) -> [ValueTimeline] {
    let readings = account.readings
    return [
      ValueTimeline(name: "speed", title: "Speed", unit: "m/s", profile: readings.speed),
      ValueTimeline(
        name: "altitude", title: "Altitude", unit: "m", profile: readings.altitude, hasZero: false),
      ValueTimeline(name: "satellites", title: "Satellites used", unit: "", profile: readings.used),
      ValueTimeline(
        name: "strength", title: "Mean C/N0 of these", unit: "dBHz", profile: readings.strength,
        hasZero: false),
      ValueTimeline(
        name: "eph", title: "eph and standard deviation", unit: "m", profile: readings.eph,
        other: (account.accuracy, ["eph", "standard deviation"])),
    ].filter { !$0.profile.isEmpty }
  }

  /// The row.
  var json: JSONLine {
    var line = JSONLine()
    line.add("title", title)
    line.add("style", "row-\(name)")
    line.add("unit", unit)
    line.add("hasZero", hasZero)
    line.add("names", other?.names ?? [])
    line.add(
      "values",
      ([profile] + (other.map { [$0.profile] } ?? [])).map {
        TimelineData.columns($0, most: 600)
      })
    return line
  }

  /// The row of the accuracy of the position, with the fixes that were not trusted.
  static func accuracy(of account: Account) -> JSONLine {
    var line = JSONLine()
    line.add("accuracy", TimelineData.columns(account.accuracy, most: 1000))
    line.add("rejected", TimelineData.hundredths(rejected(account)))
    return line
  }

  /// The times of rejected fixes, of which many at nearly the same time are one.
  private static func rejected(_ account: Account) -> [Double] {
    var times: [Double] = []
    let least = account.span.length / 600
    for moment in account.moments where moment.rejection != nil {
      if let last = times.last, moment.offset - last < least { continue }
      times.append(moment.offset)
    }
    return times
  }
}
