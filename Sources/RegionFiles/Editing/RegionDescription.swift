package import Base
package import Geofence

/// The description of a region, for a person and as JSON.
package struct RegionDescription: Hashable, Sendable {
  private let region: Region
  private let state: String?
  private let origin: Origin?
  private let time: Timestamp
  private let shape: ShapeWords
  private let rules: RuleWords
  private let price: WanderPrice?

  /// What the present reception means for borders, in words; `nil` where it is good or not known.
  package var reception: String?

  /// The origin of a region.
  package enum Origin: Hashable, Sendable {
    /// The board's own file.
    case board
    /// An update of the fleet.
    case fleet(FleetVersion)

    /// The origin in one word.
    var name: String {
      switch self {
      case .board: "board"
      case .fleet: "fleet"
      }
    }

    /// The whole origin, for a person.
    var words: String {
      switch self {
      case .board: "this board"
      case .fleet(let version): "fleet, \(version.words)"
      }
    }
  }

  /// Creates a description of a region.
  ///
  /// - Parameters:
  ///   - state: The state of the region in a running controller.
  ///   - origin: The origin of the region; `nil` where all regions are from one file.
  ///   - time: The present time, for the region's hours.
  ///   - wander: The metres by which the receiver wanders while it stands, if that is known.
  package init(
    _ region: Region, state: String? = nil, origin: Origin? = nil, at time: Timestamp? = nil,
    wander: Double? = nil
  ) {
    self.region = region
    shape = ShapeWords(region.shape, isGate: region.isGate)
    rules = RuleWords(region)
    price = wander.flatMap { WanderPrice(region, wander: $0) }
    self.origin = origin
    self.time = time ?? SystemClock.now
    self.state = region.isEnabled ? state : "disabled"
  }

  // MARK: Table

  /// Regions as lines with aligned columns, below their titles; hours and origins have a column if
  /// any region has them.
  ///
  /// - Parameter say: The words for a reason.
  package static func table(
    of regions: [RegionDescription], _ say: (Reason) -> String
  ) -> [String] {
    let hours = regions.contains { $0.region.active != nil } ? ["active"] : []
    let origins = regions.contains { $0.origin != nil } ? ["origin"] : []
    let columns = ["region", "figure", "size", "state"] + hours + origins + ["note"]
    let rows = regions.map { region in
      columns.map { column in region.cell(column).map(say) ?? "-" }
    }
    return Table.lines(of: [columns.map { say(Reason("column.\($0)")) }] + rows) { _ in false }
  }

  /// What is in a column of the table.
  private func cell(_ column: String) -> Reason? {
    switch column {
    case "figure": Reason("figure.\(shape.kind)")
    case "size": shape.size
    case "state": state.map { Reason("state.\($0)") }
    case "active": hours ?? Reason("hours.always")
    case "origin": origin.map { Reason("origin.\($0.name)") }
    default: Reason(verbatim: (column == "note" ? region.note ?? "" : region.id).onOneLine)
    }
  }

  /// The shape in a few words.
  package var summary: String { shape.summary }

  /// The state of the region's hours and its end; `nil` without hours.
  private var hours: Reason? { region.active?.said(at: time, shownIn: LocalTime.shownZone) }

  // MARK: All properties

  /// All properties, one a line.
  ///
  /// - Parameter say: The words for a reason.
  package func lines(_ say: (Reason) -> String) -> [String] {
    var lines: [(String, String)] = [("region", region.id.onOneLine), ("shape", shape.text)]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append((name, value)) }
    }
    add("state", state)
    add("origin", origin?.words)
    add("area", region.isGate ? nil : shape.area)
    add(shape.length.name, shape.length.text)
    add("inradius", region.isGate ? nil : ShapeWords.length(region.shape.inradius))
    add("noise", shape.noise)
    add("reports", rules.notified)
    add("sense", rules.sense)
    add(
      "expect",
      rules.figures(hasVelocity: true).map { "\($0.text), if the receiver has Doppler speed" })
    add("", rules.figures(hasVelocity: false).map { "\($0.text), if not" })
    add("wander", price?.text)
    add("reception", reception)
    let elsewhere: [RegionProperty] = [
      .id, .notifyOnEntry, .notifyOnExit, .sense, .expires, .radius, .width, .enabled, .active,
      .gate,
    ]
    for property in RegionProperty.allCases where !elsewhere.contains(property) {
      add(property.rawValue, property.words(of: region))
    }
    add("expires", region.expires?.local)
    add("active", region.active?.text)
    let now = hours.map(say)
    add("now", now.map { region.active?.isActive(at: time) == true ? "active \($0)" : $0 })
    let width = lines.map(\.0.count).reduce(9, max) + 1
    return lines.map { name, value in
      name + String(repeating: " ", count: width - name.count) + value
    }
  }

  /// The description as one line of JSON.
  package var json: String {
    var line = JSONLine()
    line.add("region", region.id)
    line.add("shape", shape.kind)
    if case .circle(let circle) = region.shape {
      line.add("lat", circle.center.latitude, decimals: 9)
      line.add("lon", circle.center.longitude, decimals: 9)
    }
    line.add("enabled", region.isEnabled)
    line.add("state", region.isEnabled ? state : nil)
    line.add("origin", origin?.name)
    if case .fleet(let version)? = origin { line.add("version", version.number) }
    for property in RegionProperty.allCases where property != .id && property != .enabled {
      switch property.value(of: region) {
      case .number(let number)?: line.add(property.rawValue, number, decimals: 3)
      case let value?: line.add(property.rawValue, value)
      case nil: break
      }
    }
    line.add("area", region.shape.area, decimals: 0)
    line.add("length", region.shape.length, decimals: 1)
    line.add("inradius", region.shape.inradius, decimals: 1)
    line.add("small", shape.isSmall)
    if let doppler = rules.figures(hasVelocity: true), let other = rules.figures(hasVelocity: false)
    {
      var expected = JSONLine()
      expected.add("doppler", doppler.json)
      expected.add("no_doppler", other.json)
      line.add("expected", expected)
    }
    if let price { line.add("wander", price.json) }
    line.add("reception", reception)
    if let hours = region.active {
      line.add("timezone", hours.clock.name)
      line.add("at_start", region.reportsStart)
      line.add("is_active", hours.isActive(at: time))
      line.add("changes", hours.nextChange(after: time)?.rfc3339)
    }
    return line.text
  }
}

extension WanderPrice {
  /// The price in a sentence.
  var text: String {
    let needs =
      entry < exit
      ? "an exit needs \(ShapeWords.length(exit)) past the border and an entry "
        + "\(ShapeWords.length(entry))"
      : "a crossing needs \(ShapeWords.length(exit)) past the border"
    return "fixes wander by \(ShapeWords.length(wander)) while the carrier stands, "
      + "so without a run \(needs)"
  }

  /// The price as an object of JSON.
  var json: JSONLine {
    var line = JSONLine()
    line.add("deviation", wander, decimals: 1)
    line.add("exit", exit, decimals: 1)
    line.add("entry", entry, decimals: 1)
    return line
  }
}
