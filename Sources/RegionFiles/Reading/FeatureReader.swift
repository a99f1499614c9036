internal import Base
internal import Geofence

/// Reads one feature of a GeoJSON file as a region, and notes its problems.
struct FeatureReader {
  /// The problems found so far.
  private(set) var problems: [Problem] = []

  /// The identifier, once it is read.
  private(set) var id: String?

  /// The mistake in the feature's hours, if there is one.
  private(set) var hoursMistake: HoursMistake?

  let rules: RegionRules
  private let file: String
  private let index: Int
  // For messages about a feature without an identifier.
  private var name: String?

  private var place: Problem.Place {
    if id == nil, let name { .named(index, name) } else { .feature(index, id: id) }
  }

  /// Creates a reader of the feature with this index.
  init(file: String, index: Int, rules: RegionRules) {
    self.file = file
    self.index = index
    self.rules = rules
  }

  /// Notes a problem with the feature, or with a part of it.
  mutating func note(
    _ said: Reason, _ advice: Reason?, severity: Problem.Severity = .error, field: String? = nil,
    corners: [Int] = []
  ) {
    problems.append(
      Problem(
        file: file, place: place, said, advice, severity: severity, field: field, corners: corners))
  }

  /// Notes a problem that only those have who write a file.
  mutating func note(
    _ wrong: String, remedy: String?, severity: Problem.Severity = .error, field: String? = nil
  ) {
    note(
      Reason(verbatim: wrong), remedy.map(Reason.init(verbatim:)), severity: severity, field: field)
  }

  /// Notes such a problem with a property, whose name begins the words.
  mutating func note(
    _ property: RegionProperty, _ wrong: String, remedy: String?,
    severity: Problem.Severity = .error
  ) {
    note(
      "\(property.rawValue) \(wrong)", remedy: remedy, severity: severity, field: property.rawValue)
  }

  /// Notes a problem with a property, which is `key` in its sentence.
  mutating func note(
    _ property: RegionProperty, _ code: String, _ values: [String: Reason.Value] = [:],
    mend: String, _ mended: [String: Reason.Value] = [:], severity: Problem.Severity = .error
  ) {
    note(
      Reason(code, ["key": property.named].merging(values) { $1 }), Reason(mend, mended),
      severity: severity, field: property.rawValue)
  }

  /// Notes a mistake in the hours, whose line is found afterwards.
  mutating func noteHours(_ mistake: Schedule.Mistake) {
    hoursMistake = HoursMistake(problem: problems.count, offset: mistake.offset)
    problems.append(.hours(mistake, file: file, place: place))
  }

  /// Gives the mistake in the hours its place.
  ///
  /// - Parameter walk: A walk before the feature.
  mutating func placeHoursMistake(_ walk: JSONWalk) {
    guard let hoursMistake else { return }
    HoursPlaces.find(hoursMistake.offset, from: walk, &problems[hoursMistake.problem])
  }

  /// Reads the region of a feature; `nil` if it cannot be watched.
  mutating func region(_ text: FeatureText) -> Region? {
    guard case .object(let feature) = text.json else {
      note("this is \(text.json.noun)", remedy: "give an object of type \"Feature\"")
      return nil
    }
    var properties = JSONFields([:])
    var notObject: JSON?
    switch feature["properties"] {
    case .object(let members)?: properties = JSONFields(members)
    case nil, .null?: break
    case let other?: notObject = other
    }
    name = properties["name"]?.string
    readID(feature["id"] ?? properties[.id])
    checkType(feature["type"])
    if let notObject {
      note("properties is \(notObject.noun)", remedy: "give an object")
    }
    let isBand = properties[.border] != nil
    let band =
      isBand || properties[.offset] != nil ? band(in: properties, feature["geometry"]) : nil
    let shape =
      isBand ? nil : shape(feature["geometry"] ?? .null, text.positions, properties)
    // The properties are checked even without a valid shape.
    guard let drawn = shape ?? Self.placeholder else { return nil }
    var region = region(id: id ?? "", shape: drawn, properties)
    region.band = band
    region.isGate = isGate(in: properties)
    // An alarm begins with an entry or an exit.
    if region.isGate { region.latches = false }
    region.active = hours(in: properties, of: isBand ? drawn : shape)
    noteWithoutEffect(properties, at: isBand ? .band : region.isGate && shape != nil ? .gate : nil)
    warnOfNearMisses(properties)
    let isWrong = problems.contains { $0.severity == .error }
    return isWrong || id == nil || shape == nil && band == nil ? nil : region
  }

  private mutating func checkType(_ type: JSON?) {
    guard type != .string("Feature") else { return }
    let found = type.map { "type is \($0.string?.quoted ?? $0.noun)" }
    note(found ?? "there is no type", remedy: "give \"Feature\"")
  }

  /// Reads the identifier.
  mutating func readID(_ json: JSON?) {
    let field = RegionProperty.id.rawValue
    switch json {
    case nil, .null?:
      note("there is no identifier", remedy: "add an \"id\" to the feature", field: field)
    case .string(let text)?:
      if text.allSatisfy(\.isWhitespace) {
        note("the identifier is empty", remedy: "give the \"id\" a text", field: field)
      } else {
        id = text
        refuseControls(in: text, .id)
        refuse(text, .id, above: NameLimit.bytes)
      }
    case .number(let number)?:
      // Above this, two different numbers in the file may be read as the same.
      if abs(number) < 9_007_199_254_740_992 {
        id = number.plain
      } else {
        note("the identifier is too large for a number", remedy: "put it in quotes", field: field)
      }
    case let other?:
      note("the identifier is \(other.noun)", remedy: "give a text or a number", field: field)
    }
  }

  /// The region of a shape, with the properties that every shape may have.
  private mutating func region(id: String, shape: Shape, _ properties: JSONFields) -> Region {
    var region = Region(id: id, shape: shape)
    region.note = text(.note, in: properties)
    if let note = region.note { refuse(note, .note, above: RegionProperty.mostText) }
    region.notifyOnEntry = boolean(.notifyOnEntry, in: properties) ?? true
    region.notifyOnExit = boolean(.notifyOnExit, in: properties) ?? true
    region.dwell = seconds(.dwell, in: properties)
    region.reminder = reminder(in: properties)
    region.linger =
      seconds(.linger, in: properties) ?? rules.settings.linger
    region.cushion = number(.cushion, in: properties) ?? rules.settings.cushion
    region.sense = choice(.sense, Sense.self, in: properties) ?? rules.settings.sense
    region.approach = approach(in: properties)
    region.category = text(.category, in: properties)
    if let category = region.category {
      refuseControls(in: category, .category)
      refuse(category, .category, above: NameLimit.bytes)
    }
    region.exclude = texts(.exclude, in: properties) ?? []
    region.reportsStart = boolean(.atStart, in: properties) ?? false
    if region.reportsStart, properties[.active] == nil {
      note(.atStart, "wrong.atStart", mend: "mend.hours")
    }
    region.speedRule = speedRule(in: properties)
    region.order = order(in: properties)
    region.latches = boolean(.latch, in: properties) ?? false
    if region.latches, !region.notifyOnEntry, !region.notifyOnExit {
      note(.latch, "wrong.latch", mend: "mend.latch")
    }
    region.isEnabled = boolean(.enabled, in: properties) ?? true
    region.isMuted = boolean(.mute, in: properties) ?? false
    region.expires = expiry(in: properties)
    region.signal = signal(in: properties)
    return region
  }

  private mutating func expiry(in properties: JSONFields) -> Timestamp? {
    guard let text = text(.expires, in: properties) else { return nil }
    if let time = Timestamp(rfc3339: text) { return time }
    note(.expires, "wrong.moment", ["found": .text(text.quoted)], mend: "mend.moment")
    return nil
  }

  private mutating func signal(in properties: JSONFields) -> String? {
    guard let name = text(.signal, in: properties) else { return nil }
    if let signals = rules.signals, !signals.contains(name) {
      let known = signals.sorted()
      note(
        .signal, "\(name.quoted) is not in the configuration",
        remedy: Spelling.nearest(to: name, in: known).map { "did you mean \($0.quoted)?" }
          ?? "known: \(known.listed())")
    }
    return name
  }

  /// Notes a name with control characters, which could look like another name or several lines.
  private mutating func refuseControls(in name: String, _ property: RegionProperty) {
    guard name.hasControls else { return }
    note(
      property, property == .id ? "wrong.controlsInID" : "wrong.controls",
      ["name": .text(name.quoted)], mend: "mend.remove")
  }

  /// Notes a text that has more bytes than are allowed.
  private mutating func refuse(_ text: String, _ property: RegionProperty, above most: Int) {
    guard text.utf8.count > most, !rules.isRecorded else { return }
    note(
      property, property == .id ? "wrong.longID" : "wrong.long",
      ["name": .text(text.quoted), "size": .count(text.utf8.count)],
      mend: "mend.bytes", ["most": .count(most)])
  }

  /// Notes the properties that need another one, or another shape than a gate or a band.
  private mutating func noteWithoutEffect(
    _ properties: JSONFields, at shape: RegionProperty.Shape?
  ) {
    for (property, needed) in RegionProperty.needing
    where properties[property] != nil && properties[needed] == nil {
      let unit = needed.unit.map { "in \($0)" } ?? needed.entry.about
      note(
        property, "doubt.without", ["needed": needed.named], mend: "mend.add",
        ["key": needed.named, "example": .text(needed.entry.example), "unit": .text(unit)],
        severity: .warning)
    }
    guard let shape else { return }
    for property in RegionProperty.allCases
    where properties[property] != nil && !property.entry.shapes.contains(shape) {
      note(
        property, shape == .gate ? "doubt.onGate" : "doubt.onBand", mend: "mend.remove",
        severity: .warning)
    }
  }

  private mutating func warnOfNearMisses(_ properties: JSONFields) {
    for name in properties.keys.sorted() {
      guard let meant = Self.meant(by: name) else { continue }
      note(
        "unknown property \(name.quoted)", remedy: "did you mean \(meant.quoted)?",
        severity: .warning)
    }
  }

  /// The property that a name misspells; `nil` for a known name and for a foreign one.
  static func meant(by name: String) -> String? {
    guard RegionProperty(rawValue: name) == nil else { return nil }
    let word = Word(name)
    // Short words of other programs are near a short one, such as date to gate.
    return words.first { meant in
      word.isNearMiss(of: meant) && (meant.name.count > 4 || meant.name.first == name.first)
    }?.name
  }

  /// A name, and what shows at once that it resembles another one or not.
  private struct Word {
    let name: String
    private let plain: String
    private let size: Int
    private let scalars: Int
    // A bit for each letter; two characters outside the alphabet may share one.
    private let letters: UInt64

    init(_ name: String) {
      self.name = name
      plain = Spelling.plain(name)
      size = plain.utf8.count
      scalars = plain.unicodeScalars.count
      letters = plain.utf8.reduce(0) { $1 < 0x80 ? $0 | 1 << UInt64($1 & 63) : $0 }
    }

    /// Whether the name is so similar to a known one that it is a misspelling.
    ///
    /// Map editors write properties of their own, such as `name`, which is not `note`.
    func isNearMiss(of known: Word) -> Bool {
      guard known.size > 2 else { return false }
      let most = known.size < 6 ? 1 : 2
      // Each letter more or less is one step, and each that only one word has needs one: most names
      // of other programs end here. Letters outside ASCII have several bytes.
      guard size + most >= known.size, scalars <= known.size + most,
        (letters & ~known.letters).nonzeroBitCount <= most,
        (known.letters & ~letters).nonzeroBitCount <= most
      else { return false }
      return Spelling.distance(plain, known.plain) <= most
    }
  }

  private static let placeholder = Circle(
    center: Coordinate(latitude: 0, longitude: 0), radius: 1
  ).map(Shape.circle)

  private static let words = RegionProperty.names.map(Word.init)
}
