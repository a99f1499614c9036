internal import Geofence
internal import Notation

/// The features of a file that were read so far.
struct Features {
  /// The valid regions.
  private(set) var regions: [Region] = []

  /// All problems.
  private(set) var problems: [Problem] = []

  /// The indices of all features that have an identifier.
  private(set) var indices: [String: Int] = [:]

  /// What any of the regions has.
  private(set) var traits: Traits = []

  /// By the identifier of the region: the time zone of its hours, if it is not that of the file.
  private(set) var zones: [String: JSON] = [:]

  /// What few regions have, so that a file without it needs no further look at all of them.
  struct Traits: OptionSet {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Those of a region.
    init(_ region: Region) {
      self = []
      if region.band != nil { insert(.band) }
      if region.order.after != nil { insert(.order) }
    }

    static let band = Traits(rawValue: 1)
    static let order = Traits(rawValue: 2)
  }

  /// What was read of a feature.
  struct Reading {
    fileprivate var reader: FeatureReader
    fileprivate let index: Int
    fileprivate let region: Region?
    fileprivate let zone: JSON?
    fileprivate let traits: Traits

    /// Reads the feature with this index.
    init(_ text: FeatureText, file: String, index: Int, rules: RegionRules) {
      reader = FeatureReader(file: file, index: index, rules: rules)
      self.index = index
      region = reader.region(text)
      traits = region.map(Traits.init) ?? []
      zone = rules.isRecorded ? text.json.object?["properties"]?.object?["timezone"] : nil
    }
  }

  /// Adds the next feature, which begins at an index of the bytes that a parser has at hand.
  mutating func add(_ reading: Reading, _ parser: inout JSONParser, start: Int) {
    var reader = reading.reader
    if let id = reader.id {
      if let other = indices[id] {
        reader.note(
          "feature \(other) has the same identifier", remedy: "give each feature its own")
      } else {
        indices[id] = reading.index
        if let region = reading.region { regions.append(region) }
        traits.formUnion(reading.traits)
        zones[id] = reading.zone
      }
    }
    if reader.hoursMistake != nil {
      let place = parser.place(at: start)
      reader.placeHoursMistake(JSONWalk(parser, at: start, place: place))
    }
    problems += reader.problems
  }
}
