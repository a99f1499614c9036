internal import Geofence
internal import Notation
internal import Picket
internal import System

/// The events of a walk, one a line, each of which unfolds to its reasons.
struct EventList: Sendable {
  private let account: Account
  private let muted: Set<String>

  init(_ account: Account) {
    self.account = account
    muted = account.mutedRegions
  }

  /// The number of events before a fold.
  private static let mostOpen = 30

  /// The list, or a text in its place when there was no event.
  func html(most: Int) -> String {
    guard !account.events.isEmpty else { return "<p class=\"none\">There was no event.</p>" }
    let items = account.events.prefix(most).map(item)
    let open = items.prefix(Self.mostOpen).joined(separator: "\n")
    let first = "<ol class=\"events\">\n\(open)\n</ol>"
    let rest = items.dropFirst(Self.mostOpen)
    let folded =
      rest.isEmpty
      ? ""
      : """
      <details class="rest"><summary>\(rest.count.counted("more event", "more events"))</summary>\
      <ol class="events">
      \(rest.joined(separator: "\n"))
      </ol></details>
      """
    let more = account.events.count - most
    return "<div class=\"listed\">" + first + folded
      + (more > 0 ? "<p class=\"none\">And \(more.counted("event", grouped: true)) more.</p>" : "")
      + "</div>"
  }

  private func item(_ placed: Account.PlacedEvent) -> String {
    let event = placed.event
    let kind = event.kind.rawValue
    return """
      <li id="e\(event.sequence)" data-e="\(event.sequence)"><details><summary>\
      <span class="badge \(kind)">\(event.sequence)</span> \
      <time>\(account.zone.timeOfDay(event.time, tenths: false))</time> \
      <b class="what">\(kind) \(Markup.name(event.region))</b></summary>\
      \(event.note.map { "<p>\(Markup.name($0))</p>" } ?? "")\
      \(placed.grounds.map { "<p class=\"why\">\(Markup.text($0.said().text))</p>" } ?? "")\
      \(Page.facts(facts(event)))</details></li>
      """
  }

  private func facts(_ event: Event) -> [(name: String, value: String)] {
    func since(_ earlier: Timestamp?) -> String {
      earlier.map { $0.duration(to: event.time).inSeconds.delayText } ?? ""
    }
    let crossed =
      event.blind.map { "unseen, for \($0.inSeconds.spanText)" }
      ?? event.crossed.map { account.zone.timeOfDay($0) } ?? ""
    return [
      ("confirmed", account.zone.timeOfDay(event.time) + account.zone.utcBeside(event.time)),
      ("side", event.side.map { "to the \($0.rawValue)" } ?? ""),
      ("speed", event.paceWords ?? ""),
      ("crossed", crossed), ("after crossing", since(event.crossed)),
      ("detected", event.detected.map { account.zone.timeOfDay($0) } ?? ""),
      ("after detection", since(event.detected)),
      ("eph", event.eph.map { $0.distanceText() } ?? ""),
      ("signal", muted.contains(event.region) ? "for lights only: the region is muted" : ""),
    ]
  }
}
