internal import Geofence
internal import Notation
internal import System

/// The events of two accounts side by side.
enum ComparisonTable {
  /// The table.
  static func html(_ comparison: Comparison, with own: Account, most: Int) -> String {
    let pairs = comparison.pairs(with: own)
    guard !pairs.isEmpty else { return "<p class=\"none\">Neither has an event.</p>" }
    let names = comparison.names
    let empty = PageTable(
      ["region", "event", Markup.text(names.own), Markup.text(names.other), "later by"],
      numbers: [4], style: "both")
    // A simple rule has many more events than Picket: a phone would show little else.
    var (table, rest) = (empty, empty)
    for (number, pair) in pairs.prefix(most).enumerated() {
      guard let event = (pair.own ?? pair.other)?.event else { continue }
      func time(_ placed: Account.PlacedEvent?, _ badge: String) -> String {
        guard let placed else { return "<span class=\"missing\">none</span>" }
        return badge + own.zone.timeOfDay(placed.event.time) + own.zone.utcBeside(placed.event.time)
      }
      var later = ""
      if let first = pair.own, let second = pair.other {
        let seconds = second.offset + comparison.shift - first.offset
        later = abs(seconds) < 0.05 ? "0 s" : "\(seconds.text(decimals: 1)) s"
      }
      let badge = pair.own.map { Self.badge($0.event, "") } ?? ""
      let cells = [
        Markup.name(event.region), event.kind.rawValue, time(pair.own, badge),
        time(pair.other, pair.other.map { Self.badge($0.event, "B") } ?? ""), later,
      ]
      if number < mostOpen { table.add(cells) } else { rest.add(cells) }
    }
    let folded =
      rest.rows.isEmpty
      ? ""
      : """
      <details class="rest"><summary>\(rest.rows.count.counted("more event", "more events"))</summary>\
      \(rest.html)</details>
      """
    let more = pairs.count - most
    return table.html + folded
      + (more > 0 ? "<p class=\"none\">And \(more.counted("event", grouped: true)) more.</p>" : "")
  }

  /// The number of rows before a fold.
  private static let mostOpen = 12

  private static func badge(_ event: Event, _ letter: String) -> String {
    "<span class=\"badge \(event.kind.rawValue)\">\(letter)\(event.sequence)</span> "
  }
}
