internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles
internal import System

/// The events of a walk with how long each took to be told.
struct EventTable: Sendable {
  private let account: Account

  init(_ account: Account) {
    self.account = account
  }

  /// The table, or what is said in its place.
  func html(most: Int) -> String {
    guard !account.events.isEmpty else { return "<p class=\"none\">There was no event.</p>" }
    var table = PageTable(
      [
        "event", "region", "confirmed", "crossed", "detected", "after crossing", "after detection",
        "eph", "why then",
      ], numbers: [5, 6, 7], style: "pairs")
    for happening in account.events.prefix(most) {
      let event = happening.event
      func since(_ earlier: Timestamp?) -> String {
        earlier.map { $0.duration(to: event.time).inSeconds.delayText } ?? ""
      }
      let crossed =
        event.blind.map { "unseen, for \($0.inSeconds.spanText)" }
        ?? event.crossed.map(clock) ?? ""
      table.add(
        [
          number(event), name(event.region, event.note),
          clock(event.time), crossed, event.detected.map(clock) ?? "",
          since(event.crossed), since(event.detected), event.eph.map { $0.distanceText() } ?? "",
          happening.grounds.map { Markup.text($0.words) } ?? "",
        ], attributes: " id=\"e\(event.sequence)\" data-e=\"\(event.sequence)\"")
    }
    let more = account.events.count - most
    return table.html
      + (more > 0 ? "<p class=\"none\">And \(more.counted("event", grouped: true)) more.</p>" : "")
  }

  private func clock(_ time: Timestamp) -> String { account.zone.timeOfDay(time) }

  private func number(_ event: Event) -> String {
    "<span class=\"badge \(event.kind.rawValue)\">\(event.sequence)</span> \(event.kind.rawValue)"
  }

  private func name(_ region: String, _ note: String?) -> String {
    Markup.name(region) + (note.map { "<br><small>\(Markup.name($0))</small>" } ?? "")
  }
}

/// The regions of a walk with what came of each.
struct RegionTable: Sendable {
  private let account: Account
  private let thresholds: [String: (entry: Thresholds, exit: Thresholds)]

  init(_ account: Account, thresholds: [String: (entry: Thresholds, exit: Thresholds)]) {
    self.account = account
    self.thresholds = thresholds
  }

  /// Of those within reach that nothing came of so many rows are enough.
  private static let mostQuiet = 60

  /// The table of those that came within reach, those first that something came of, and the names
  /// of some others.
  func html(_ near: [Int], most: Int) -> String {
    let busy = near.count { account.histories[$0].isBusy }
    let most = min(most, max(busy, Self.mostQuiet))
    var table = PageTable(
      [
        "region", "shape", "asks", "visits", "inside", "closest while outside", "enter", "exit",
        "dwell",
        "near misses",
      ], numbers: [3, 4, 6, 7, 8, 9])
    var events: [String: [Event.Kind: Int]] = [:]
    for happening in account.events {
      events[happening.event.region, default: [:]][happening.event.kind, default: 0] += 1
    }
    for index in near.prefix(most) {
      let region = account.regions[index]
      let record = account.histories[index].record
      let note = region.note.map { "<br><small>\(Markup.name($0))</small>" } ?? ""
      table.add(
        [
          Markup.name(region.id) + note, region.shape.words, asks(region), "\(record.visits)",
          record.visits > 0 ? record.inside.inSeconds.spanText : "",
          record.closest.map { $0.depthText() } ?? "",
        ] + Event.Kind.allCases.map { "\(events[region.id]?[$0] ?? 0)" }
          + ["\(record.nearMisses)"])
    }
    let far = account.regions.count - near.count
    var text = near.isEmpty ? "" : table.html
    if near.count > most {
      let quiet = busy > most ? "" : ", with no visit and no near miss"
      text += "<p class=\"none\">And \(near.count - most) more\(quiet).</p>"
    }
    if far > 0 {
      let names = account.regions.indices.filter { !account.histories[$0].isNear }.prefix(20)
        .map { Markup.name(account.regions[$0].id) }
      let rest = far > names.count ? " and \(far - names.count) more" : ""
      text += """
        <p class="none">Never within 200 m, or twice the cushion: \
        \(names.joined(separator: ", "))\(rest).</p>
        """
    }
    return text.isEmpty ? "<p class=\"none\">No region was watched.</p>" : text
  }

  private func asks(_ region: Region) -> String {
    var words: [String] = []
    if let asked = thresholds[region.id] {
      words.append("in \(pair(asked.entry)), out \(pair(asked.exit))")
    }
    if region.linger > .zero { words.append("linger \(region.linger.inSeconds.spanText)") }
    if let dwell = region.dwell { words.append("dwell \(dwell.inSeconds.spanText)") }
    return words.joined(separator: "; ")
  }

  private func pair(_ asked: Thresholds) -> String {
    let (run, deep) = (asked.run.text(decimals: 1), asked.deep.text(decimals: 1))
    return run == deep ? "\(run) m" : "\(run) to \(deep) m"
  }
}

extension Shape {
  /// The shape for a person: circle of 60 m.
  fileprivate var words: String {
    switch self {
    case .circle(let circle): "circle, radius \(circle.radius.distanceText())"
    case .polygon(let polygon):
      "polygon, "
        + polygon.parts.joined().reduce(0) { $0 + $1.count - 1 }.counted("corner", grouped: true)
    case .corridor(let corridor): "corridor, \(corridor.width.distanceText()) wide"
    case .difference(let difference): difference.base.words
    }
  }
}

/// What the carrier marked.
enum MarkTable {
  /// The table.
  static func html(_ marks: [Mark], in zone: Zone) -> String {
    var table = PageTable(["time", "mark", "where"])
    for mark in marks.prefix(1000) {
      let place = mark.coordinate.map {
        "\($0.latitude.text(decimals: 6)), \($0.longitude.text(decimals: 6))"
      }
      table.add([
        mark.time.map { "\(zone.day($0)) \(zone.timeOfDay($0))" } ?? "not known",
        mark.text.isEmpty ? "(no text)" : Markup.name(mark.text), place ?? "",
      ])
    }
    return table.html
  }
}

/// When nothing could be seen, and what the receiver said meanwhile.
enum BlindTable {
  /// The table.
  static func html(_ account: Account) -> String {
    var table = PageTable(["from", "to", "for", "meanwhile"], numbers: [2])
    for stretch in account.unseen.prefix(200) {
      let inside = account.moments.filter {
        $0.rejection != nil && $0.offset >= stretch.start && $0.offset <= stretch.end
      }
      var reasons: [String] = []
      for reason in Rejection.allCases {
        let count = inside.count { $0.rejection == reason }
        if count > 0 { reasons.append("\(count) \(reason.rawValue)") }
      }
      func time(_ offset: Double) -> String {
        account.time(at: offset).map { account.zone.timeOfDay($0) } ?? ""
      }
      table.add([
        time(stretch.start), time(stretch.end), stretch.length.spanText,
        reasons.isEmpty ? "no report at all" : reasons.joined(separator: ", "),
      ])
    }
    return table.html
  }
}
