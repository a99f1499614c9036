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
  package var reception: Reason?

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
    var said: Reason {
      switch self {
      case .board: Reason("origin.here")
      case .fleet(let version):
        Reason(
          "origin.version",
          ["number": .text("\(version.number)"), "source": .text(version.source.onOneLine)])
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

  // MARK: Facts

  /// A fact about the region.
  private struct Fact {
    /// Who is told.
    enum Face { case terminal, card, both }

    let name: String
    let said: Reason
    let face: Face
  }

  /// What each face says of the region.
  private var facts: [Fact] {
    var facts: [Fact] = []
    func add(_ name: String, _ said: Reason?, on face: Fact.Face = .terminal) {
      if let said { facts.append(Fact(name: name, said: said, face: face)) }
    }
    add("region", Reason(verbatim: region.id.onOneLine))
    add("shape", shape.said, on: .both)
    add("state", state.map { Reason("state.\($0)") })
    add("origin", origin?.said)
    add("area", region.isGate ? nil : .plain(shape.area))
    add(shape.length.name, .plain(shape.length.text))
    add("inradius", region.isGate ? nil : .plain(ShapeWords.length(region.shape.inradius)))
    add("noise", shape.noise)
    add("reports", rules.notified, on: .both)
    add("sense", rules.sense, on: region.sense == RegionSettings().sense ? .terminal : .both)
    for (name, code, hasVelocity) in [
      ("expect", "expect.doppler", true), ("more", "expect.other", false),
    ] {
      let figures = rules.figures(hasVelocity: hasVelocity)
      add(name, figures.map { Reason(code, ["figures": .reason($0.said)]) })
    }
    add("wander", price?.said)
    add("reception", reception)
    let elsewhere: [RegionProperty] = [
      .id, .notifyOnEntry, .notifyOnExit, .sense, .expires, .radius, .width, .enabled, .active,
      .gate,
    ]
    for property in RegionProperty.allCases where !elsewhere.contains(property) {
      let face = property.isOnCard(of: region) ? Fact.Face.both : .terminal
      add(property.rawValue, property.said(of: region), on: face)
    }
    let end = region.expires.map { Reason("said.time", ["time": .text($0.local)]) }
    add("expires", end, on: .both)
    let active = region.active.map { Reason(verbatim: $0.text) }
    add("active", active ?? Reason("hours.always"), on: active == nil ? .card : .both)
    let isActive = region.active?.isActive(at: time) == true
    add("now", hours.map { isActive ? Reason("hours.now", ["hours": .reason($0)]) : $0 })
    return facts
  }

  /// All facts for a terminal, one a line.
  ///
  /// - Parameter say: The words for a reason.
  package func lines(_ say: (Reason) -> String) -> [String] {
    let lines = facts.filter { $0.face != .card }.map { fact in
      (name: say(Reason("fact.\(fact.name)")), text: say(fact.said))
    }
    let width = lines.map(\.name.count).reduce(9, max) + 1
    return lines.map { name, text in
      name + String(repeating: " ", count: width - name.count) + text
    }
  }

  /// The facts for the card on a phone, each as its name, its code with the values, and its text.
  package var card: JSON {
    .array(
      facts.filter { $0.face != .terminal }.map { fact in
        let more: [String: JSON] = ["name": .string(fact.name), "text": .string(fact.said.text)]
        return .object(fact.said.members.merging(more) { $1 })
      })
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
    line.add("reception", reception?.text)
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
  var said: Reason {
    let texts = [("wander", wander), ("exit", exit), ("entry", entry)].map { name, metres in
      (name, Reason.Value.text(ShapeWords.length(metres)))
    }
    let values = Dictionary(uniqueKeysWithValues: texts)
    return Reason(entry < exit ? "wander.each" : "wander.both", values)
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
