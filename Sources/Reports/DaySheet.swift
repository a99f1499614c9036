internal import Geofence
internal import Notation
internal import Picket
internal import System

/// The first part of a page: the walk in one sentence, and the time inside each region.
struct DaySheet: Sendable {
  private let account: Account
  private let comparison: Comparison?

  init(_ account: Account, beside comparison: Comparison? = nil) {
    self.account = account
    self.comparison = comparison
  }

  /// The maximum number of rows before a fold.
  static let mostRows = 8

  /// The sentence and the table.
  var html: String {
    let stays = stays
    return "<p class=\"day\">\(sentence(stays))</p>\(table(stays))"
  }

  // MARK: Sentence

  private func sentence(_ stays: [Int]) -> String {
    var parts: [String] = []
    let length = account.span.length
    if account.distance > 0, length > 0 {
      parts.append("\(account.distance.distanceText()) in \(length.spanText)")
    } else if length > 0 {
      parts.append(length.spanText)
    }
    parts.append(inside(stays))
    parts.append(
      account.events.isEmpty ? "no event" : account.events.count.counted("event", grouped: true))
    let unseen = account.unseen.reduce(0) { $0 + $1.length }
    if unseen > 0 { parts.append("no trusted fix for \(unseen.spanText)") }
    let words = parts.joined(separator: "; ") + "."
    guard let times = account.times else { return words }
    let utc =
      account.zone.offset(times.first) == 0
      ? "" : " <small>(\(Zone.utc.span(times.first, times.last)))</small>"
    return "<b>\(account.zone.span(times.first, times.last))</b>\(utc): \(words)"
  }

  private func inside(_ stays: [Int]) -> String {
    let own = stays.filter { account.histories[$0].record.visits > 0 }
    guard let first = own.first else {
      return account.regions.isEmpty ? "no region was watched" : "never inside a region"
    }
    let time = account.histories[first].record.inside.inSeconds.spanText
    let name = Markup.name(account.regions[first].id)
    if own.count == 1 { return "inside \(name) for \(time)" }
    return "inside \(own.count.counted("region")), longest in \(name), for \(time)"
  }

  // MARK: Table

  /// The regions with a stay, the longest first.
  private var stays: [Int] {
    func inside(_ index: Int) -> Double { account.histories[index].record.inside.inSeconds }
    return account.regions.indices.filter {
      account.histories[$0].record.visits > 0 || other($0)?.record.visits ?? 0 > 0
    }.sorted { (-inside($0), $0) < (-inside($1), $1) }
  }

  /// The history of a region in the compared account.
  private func other(_ index: Int) -> RegionHistory? {
    guard let comparison else { return nil }
    return comparison.place(of: account.regions[index].id).map {
      comparison.account.histories[$0]
    }
  }

  private func table(_ stays: [Int]) -> String {
    guard !stays.isEmpty else { return "" }
    let rest = stays.dropFirst(Self.mostRows)
    let first = rows(stays.prefix(Self.mostRows))
    guard !rest.isEmpty else { return first }
    return first + """
      <details class="rest"><summary>\(rest.count.counted("more region", "more regions"))</summary>\
      \(rows(rest.prefix(WalkPage.mostRows)))</details>
      """
  }

  private func rows(_ indices: ArraySlice<Int>) -> String {
    let head = ["region", "inside", "visits", "first in", "last out"].map {
      "<th scope=\"col\">\($0)</th>"
    }.joined()
    let body = indices.map { index in
      let cells = [inside(at: index)] + StayCells(account, index).html
      return """
        <tr><th scope="row">\(Markup.name(account.regions[index].id))</th>\
        \(cells.map { "<td>\($0)</td>" }.joined())</tr>
        """
    }.joined(separator: "\n")
    return "<table class=\"stays\"><thead><tr>\(head)</tr></thead><tbody>\(body)</tbody></table>"
  }

  private func inside(at index: Int) -> String {
    let history = account.histories[index]
    var text = history.record.visits > 0 ? history.record.inside.inSeconds.spanText : "never"
    if history.unsure > 0 { text += " <small>unsure \(history.unsure.spanText)</small>" }
    guard let comparison else { return text }
    let record = other(index)?.record
    let inside = record.map { $0.visits > 0 ? $0.inside.inSeconds.spanText : "never" } ?? "never"
    return text
      + " <small class=\"other\">\(Markup.text(comparison.names.other)): \(inside)</small>"
  }
}

/// The number of visits of a region, and the times of the first entry and the last exit.
struct StayCells: Sendable {
  private let account: Account
  private let history: RegionHistory

  init(_ account: Account, _ index: Int) {
    self.account = account
    history = account.histories[index]
  }

  /// The cells: visits, first in, last out.
  var html: [String] {
    guard let first = history.stays.first, let last = history.stays.last else {
      return ["0", "", ""]
    }
    return [
      "\(history.record.visits)",
      first.isEntered ? clock(first.interval.start) : "at the start",
      last.isLeft ? clock(last.interval.end) : "still inside",
    ]
  }

  /// The time of day, with the day on a walk of several days.
  private func clock(_ offset: Double) -> String {
    guard let time = account.time(at: offset) else { return offset.spanText }
    let clock = account.zone.timeOfDay(time, tenths: false)
    guard let times = account.times, account.zone.day(times.first) != account.zone.day(times.last)
    else { return clock }
    return "\(account.zone.day(time).suffix(5)) \(clock)"
  }
}
