package import Geofence
internal import Notation
internal import System

/// The description of a region, for a person and as JSON.
package struct RegionDescription: Hashable, Sendable {
  private let region: Region
  private let state: String?
  private let origin: Origin?
  private let time: Timestamp

  /// Where a region comes from.
  package enum Origin: Hashable, Sendable {
    /// The board's own file.
    case board
    /// This update of the fleet's.
    case fleet(FleetVersion)

    /// One word for it.
    var name: String {
      switch self {
      case .board: "board"
      case .fleet: "fleet"
      }
    }

    /// All about it, for a person.
    var words: String {
      switch self {
      case .board: "this board"
      case .fleet(let version): "fleet, \(version.words)"
      }
    }
  }

  /// A description of a region.
  ///
  /// - Parameters:
  ///   - state: The state of the region in a running controller.
  ///   - origin: Where it comes from; `nil` where all regions come from one file.
  ///   - time: The present time, for its hours.
  package init(
    _ region: Region, state: String? = nil, origin: Origin? = nil, at time: Timestamp? = nil
  ) {
    self.region = region
    self.origin = origin
    self.time = time ?? SystemClock.now
    self.state = region.isEnabled ? state : "disabled"
  }

  // MARK: Table

  /// The titles of the columns of `row`.
  package static let columns = ["region", "shape", "size", "state", "note"]

  /// The most important properties, one a column.
  package var row: [String] {
    [region.id.onOneLine, kind, size, state ?? "-", (region.note ?? "").onOneLine]
  }

  /// Regions as lines with aligned columns, below their titles; with their hours and their origins
  /// if one has any.
  package static func table(of regions: [RegionDescription]) -> [String] {
    let hasHours = regions.contains { $0.region.active != nil }
    let hasOrigin = regions.contains { $0.origin != nil }
    let place = columns.count - 1
    func row(_ cells: [String], _ hours: String, _ origin: String) -> [String] {
      cells[..<place] + (hasHours ? [hours] : []) + (hasOrigin ? [origin] : []) + cells[place...]
    }
    return table(
      regions.map {
        row($0.row, $0.region.active?.words(at: $0.time) ?? "always", $0.origin?.name ?? "-")
      },
      titles: row(columns, "active", "origin"))
  }

  /// The rows as lines with aligned columns, below their titles.
  package static func table(_ rows: [[String]], titles: [String] = columns) -> [String] {
    let all = [titles] + rows
    let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The shape in a few words.
  package var summary: String {
    switch region.shape {
    case .circle: shape
    case .corridor: "\(shape), \(Self.length(region.shape.length)) long"
    case .polygon, .difference: "\(shape), \(size)"
    }
  }

  // MARK: All properties

  /// All properties, one a line.
  package var lines: [String] {
    var lines: [(String, String)] = [("region", region.id.onOneLine), ("shape", shape)]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append((name, value)) }
    }
    add("state", state)
    add("origin", origin?.words)
    add("note", region.note?.onOneLine)
    add("area", Self.area(region.shape.area))
    add(isCorridor ? "length" : "border", Self.length(region.shape.length))
    add("inradius", Self.length(inradius))
    add("noise", noise)
    add("reports", notified)
    add("sense", sense)
    add(
      "expect", figures(hasVelocity: true).map { "\($0.text), if the receiver has Doppler speed" })
    add("", figures(hasVelocity: false).map { "\($0.text), if not" })
    add("cushion", region.cushion > 0 ? Self.length(region.cushion) : nil)
    add("linger", Self.seconds(region.linger > .zero ? region.linger : nil))
    add("dwell", Self.seconds(region.dwell))
    add("reminds", reminder)
    add("approach", approach)
    add("signal", region.signal)
    add("class", region.category)
    add("excludes", region.exclude.isEmpty ? nil : region.exclude.listed().onOneLine)
    add("expires", region.expires?.local)
    add("active", region.active?.text)
    add(
      "now",
      region.active.map { hours in
        "\(hours.isActive(at: time) ? "active " : "")\(hours.words(at: time))"
      })
    add("at start", region.reportsStart ? "reports the side that the carrier is on" : nil)
    return lines.map { name, value in
      name + String(repeating: " ", count: 10 - name.count) + value
    }
  }

  /// The description as one line of JSON.
  package var json: String {
    var line = JSONLine()
    line.add("region", region.id)
    line.add("shape", kind)
    if case .circle(let circle) = region.shape {
      line.add("lat", circle.center.latitude, decimals: 9)
      line.add("lon", circle.center.longitude, decimals: 9)
      line.add("radius", circle.radius, decimals: 3)
    }
    if case .corridor(let corridor) = region.shape {
      line.add("width", corridor.width, decimals: 3)
    }
    line.add("enabled", region.isEnabled)
    line.add("state", region.isEnabled ? state : nil)
    line.add("origin", origin?.name)
    if case .fleet(let version)? = origin { line.add("version", version.number) }
    line.add("note", region.note)
    line.add("area", region.shape.area, decimals: 0)
    line.add("length", region.shape.length, decimals: 1)
    line.add("inradius", inradius, decimals: 1)
    line.add("small", isSmall)
    line.add("sense", region.sense.rawValue)
    if let doppler = figures(hasVelocity: true), let other = figures(hasVelocity: false) {
      var expected = JSONLine()
      expected.add("doppler", doppler.json)
      expected.add("no_doppler", other.json)
      line.add("expected", expected)
    }
    line.add("cushion", region.cushion, decimals: 3)
    line.add("linger", region.linger.inSeconds, decimals: 3)
    line.add("dwell", region.dwell?.inSeconds, decimals: 3)
    line.add("remind", region.reminder?.interval.inSeconds, decimals: 3)
    line.add("remindSide", region.reminder?.side.rawValue)
    line.add("remindAtMost", region.reminder?.most)
    line.add("approach", region.approach?.limit.inSeconds, decimals: 3)
    line.add("approachFrom", region.approach?.side.rawValue)
    line.add("approachLongest", region.approach?.longest.inSeconds, decimals: 3)
    line.add("signal", region.signal)
    line.add("class", region.category)
    if !region.exclude.isEmpty { line.add("exclude", region.exclude) }
    line.add("expires", region.expires?.rfc3339)
    if let hours = region.active {
      line.add("active", hours.schedule.description)
      line.add("timezone", hours.clock.name)
      line.add("at_start", region.reportsStart)
      line.add("is_active", hours.isActive(at: time))
      line.add("changes", hours.nextChange(after: time)?.rfc3339)
    }
    return line.text
  }

  // MARK: Words

  private var isCorridor: Bool {
    if case .corridor = region.shape { true } else { false }
  }

  private var kind: String {
    switch region.shape {
    case .circle: "circle"
    case .polygon: "polygon"
    case .corridor: "corridor"
    case .difference: "difference"
    }
  }

  private var size: String {
    switch region.shape {
    case .circle(let circle): "radius \(Self.length(circle.radius))"
    case .corridor(let corridor):
      "\(Self.length(region.shape.length)), \(Self.length(corridor.width)) wide"
    case .polygon, .difference: Self.area(region.shape.area)
    }
  }

  private var shape: String {
    switch region.shape {
    case .circle(let circle):
      return "circle of \(Self.length(circle.radius)) around "
        + "\(circle.center.latitude.text(decimals: 7)), "
        + circle.center.longitude.text(decimals: 7)
    case .corridor(let corridor):
      let corners = corridor.lines.joined().count
      return "corridor of \(corners) corners, \(Self.length(corridor.width)) wide"
    case .polygon(let polygon):
      let corners = polygon.parts.joined().reduce(0) { $0 + $1.count - 1 }
      let holes = polygon.parts.reduce(0) { $0 + $1.count - 1 }
      var text = "polygon of \(corners) corners"
      if polygon.parts.count > 1 { text += " in \(polygon.parts.count) parts" }
      if holes > 0 { text += " with \(holes.counted("hole"))" }
      return text
    case .difference: return kind
    }
  }

  private var notified: String? {
    let events = [
      region.notifyOnEntry ? "entries" : nil, region.notifyOnExit ? "exits" : nil,
      region.dwell == nil ? nil : "stays",
    ].compactMap { $0 }
    return events.isEmpty ? "nothing" : events.listed()
  }

  private var reminder: String? {
    region.reminder.map { rule in
      "\(rule.side.rawValue), every \(rule.interval.inSeconds.secondsText()), "
        + "\(rule.most.counted("time")) and a last one"
    }
  }

  /// The sense, and the metres that it needs before cushion and size change them.
  private var sense: String {
    let metres = region.sense.metres
    return "\(region.sense.rawValue): needs \(Self.length(metres.steady)) past the border after a "
      + "run, \(Self.length(metres.stopped)) when slowing down, "
      + "\(Self.length(metres.alone)) without a run; bad fixes need more"
  }

  /// When the approach cue plays.
  private var approach: String? {
    region.approach.map { rule in
      let side =
        switch rule.side {
        case .inside: "inside"
        case .outside: "outside"
        case .both: "either side"
        }
      return "a cue from \(rule.limit.inSeconds.secondsText()) before the border on, from \(side), "
        + "for \(rule.longest.inSeconds.secondsText()) at most"
    }
  }

  /// The measured figures of its sense at such regions, without a cushion and a linger.
  private func figures(hasVelocity: Bool) -> SenseFigures? {
    guard region.cushion == 0, region.linger == .zero else { return nil }
    return SenseFigures.of(region.shape, region.sense, hasVelocity: hasVelocity)
  }

  private var inradius: Double { region.shape.inradius }

  /// Whether errors of fixes are as large as the region.
  private var isSmall: Bool { inradius < Self.smallestInradius }

  /// How the size of the region compares with errors of fixes.
  private var noise: String {
    guard isSmall else {
      return "larger than errors of fixes: the inradius is "
        + "\((inradius / Self.usualSigma).text(decimals: 0)) times the usual 3 m"
    }
    return "hardly larger than errors of fixes: below an inradius of "
      + "\(Self.length(Self.smallestInradius)) visits may be missed; make it larger"
  }

  /// The usual standard deviation of a receiver's errors on each axis, in metres.
  private static let usualSigma = 3.0

  /// Visits of regions with a smaller inradius were missed: 0.6 of it is three standard deviations.
  private static let smallestInradius = 15.0

  private static func length(_ metres: Double) -> String {
    metres.distanceText(kilometresFrom: 10_000, decimals: 1)
  }

  private static func area(_ area: Double) -> String {
    switch area {
    case ..<10_000: "\(area.text(decimals: area < 100 ? 1 : 0)) m²"
    case ..<10_000_000: "\((area / 10_000).text(decimals: 2)) ha"
    default: "\((area / 1_000_000).text(decimals: 1)) km²"
    }
  }

  private static func seconds(_ duration: Duration?) -> String? {
    duration.map { $0.inSeconds.secondsText() }
  }
}
