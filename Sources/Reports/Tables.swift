internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles
internal import System

/// The regions of a walk, each with its counts.
struct RegionTable: Sendable {
  private let account: Account
  private let thresholds: [String: (entry: Thresholds, exit: Thresholds)]

  init(_ account: Account, thresholds: [String: (entry: Thresholds, exit: Thresholds)]) {
    self.account = account
    self.thresholds = thresholds
  }

  /// The maximum number of rows, unless more regions have a visit or a near miss.
  private static let mostQuiet = 60

  /// The table of the regions within reach, in the order given, and the names of some others.
  func html(_ near: [Int], most: Int) -> String {
    let busy = near.count { account.histories[$0].isBusy }
    let most = min(most, max(busy, Self.mostQuiet))
    var table = PageTable(
      [
        "region", "inside", "visits", "first in", "last out", "closest", "near misses", "events",
      ], numbers: [2, 6], style: "all")
    var events: [String: [String: Int]] = [:]
    for placed in account.events {
      events[placed.event.region, default: [:]][placed.event.kind.rawValue, default: 0] += 1
    }
    for index in near.prefix(most) {
      table.add(cells(index, events[account.regions[index].id] ?? [:]))
    }
    var text = near.isEmpty ? "" : table.html
    if near.count > most {
      let quiet = busy > most ? "" : ", with no visit and no near miss"
      text += "<p class=\"none\">And \(near.count - most) more\(quiet).</p>"
    }
    text += far(account.regions.count - near.count)
    return text.isEmpty ? "<p class=\"none\">No region was watched.</p>" : text
  }

  private func cells(_ index: Int, _ events: [String: Int]) -> [String] {
    let region = account.regions[index]
    let record = account.histories[index].record
    let about = [region.note.map(Markup.name), region.shape.words, needs(region)]
      .compactMap { $0 }.filter { !$0.isEmpty }
    let counts = Event.Kind.allCases.compactMap { kind in
      events[kind.rawValue].map { "\($0) \(kind.rawValue)" }
    }
    return [
      Markup.name(region.id) + "<br><small>\(about.joined(separator: "; "))</small>",
      record.visits > 0 ? record.inside.inSeconds.spanText : "",
    ] + StayCells(account, index).html + [
      record.closestWords() ?? "", "\(record.nearMisses)", counts.joined(separator: ", "),
    ]
  }

  /// The names of the first regions that were never within reach, and the number of the others.
  private func far(_ count: Int) -> String {
    guard count > 0 else { return "" }
    let names = account.regions.indices.filter { !account.histories[$0].isNear }.prefix(20)
      .map { Markup.name(account.regions[$0].id) }
    let rest = count > names.count ? " and \(count - names.count) more" : ""
    return """
      <p class="none">Never within 200 m, or twice the cushion: \
      \(names.joined(separator: ", "))\(rest).</p>
      """
  }

  private func needs(_ region: Region) -> String {
    var words: [String] = []
    if let needed = thresholds[region.id] {
      words.append("in \(pair(needed.entry)), out \(pair(needed.exit))")
    }
    if region.linger > .zero { words.append("linger \(region.linger.inSeconds.spanText)") }
    if let dwell = region.dwell { words.append("dwell \(dwell.inSeconds.spanText)") }
    if let approach = region.approach { words.append("cue \(approach.limit.inSeconds.spanText)") }
    return words.joined(separator: "; ")
  }

  private func pair(_ needed: Thresholds) -> String {
    let (run, deep) = (needed.run.text(decimals: 1), needed.deep.text(decimals: 1))
    return run == deep ? "\(run) m" : "\(run) to \(deep) m"
  }
}

extension Shape {
  /// The shape in words, such as "circle, radius 60 m".
  fileprivate var words: String {
    switch self {
    case .circle(let circle): "circle, radius \(circle.radius.distanceText())"
    case .polygon(let polygon):
      "polygon, "
        + polygon.parts.joined().reduce(0) { $0 + $1.count - 1 }.counted("corner", grouped: true)
    case .corridor(let corridor): "corridor, \(corridor.width.distanceText()) wide"
    case .band(let band):
      "band, \(abs(band.offset).distanceText()) \(band.offset < 0 ? "inside" : "outside")"
    case .difference(let difference): difference.base.words
    }
  }
}

/// The marks of the carrier.
enum MarkTable {
  /// The table.
  static func html(_ marks: [WalkMark], in zone: Zone) -> String {
    var table = PageTable(["time", "mark", "where"])
    for mark in marks.prefix(1000) {
      let place = mark.coordinate.map {
        "\($0.latitude.text(decimals: 6)), \($0.longitude.text(decimals: 6))"
      }
      table.add([
        mark.time.map(zone.dayAndTime) ?? "not known",
        mark.text.isEmpty ? "(no text)" : Markup.name(mark.text), place ?? "",
      ])
    }
    return table.html
  }
}

/// The reminders that the carrier was on the wrong side of a border.
enum ReminderTable {
  /// The table.
  static func html(_ reminders: [Reminder], in zone: Zone) -> String {
    var table = PageTable(["time", "reminder"])
    for reminder in reminders.prefix(1000) {
      table.add([
        zone.dayAndTime(reminder.time),
        Markup.name(reminder.reason.text),
      ])
    }
    return table.html
  }
}

/// The times without trusted fixes, and the rejected fixes in each.
enum BlindTable {
  /// The table.
  static func html(_ account: Account) -> String {
    var table = PageTable(["from", "to", "for", "meanwhile"], numbers: [2])
    for interval in account.unseen.prefix(200) {
      let inside = account.moments.filter {
        $0.rejection != nil && $0.offset >= interval.start && $0.offset <= interval.end
      }
      var reasons: [String] = []
      for reason in Rejection.allCases {
        let count = inside.count { $0.rejection == reason }
        if count > 0 { reasons.append("\(count) \(reason.said.text)") }
      }
      func time(_ offset: Double) -> String {
        account.time(at: offset).map { account.zone.timeOfDay($0) + account.zone.utcBeside($0) }
          ?? ""
      }
      table.add([
        time(interval.start), time(interval.end), interval.length.spanText,
        reasons.isEmpty ? "no report at all" : reasons.joined(separator: ", "),
      ])
    }
    return table.html
  }
}
