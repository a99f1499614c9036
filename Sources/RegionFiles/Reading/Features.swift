internal import Base
internal import Geofence

/// The features of a file that were read so far.
struct Features {
  /// The valid regions.
  private(set) var regions: [Region] = []

  /// All problems.
  private(set) var problems: [Problem] = []

  /// The indices of all features that have an identifier.
  private(set) var indices: [String: Int] = [:]

  // Few files have such regions; the others need no further look at all of theirs.
  /// Whether any of the regions is a band.
  private(set) var hasBands = false

  /// Whether any of the regions comes after another.
  private(set) var hasOrder = false

  /// By the identifier of the region: the time zone of its hours, if it is not that of the file.
  private(set) var zones: [String: JSON] = [:]

  /// What was read of a feature.
  struct Reading {
    fileprivate var reader: FeatureReader
    fileprivate let index: Int
    fileprivate let region: Region?
    fileprivate let zone: JSON?
    fileprivate let isBand: Bool
    fileprivate let isOrdered: Bool

    /// Reads the feature with this index.
    init(_ text: FeatureText, file: String, index: Int, rules: RegionRules) {
      reader = FeatureReader(file: file, index: index, rules: rules)
      self.index = index
      region = reader.region(text)
      isBand = region?.band != nil
      isOrdered = region?.order.after != nil
      zone = rules.isRecorded ? text.json.object?["properties"]?.object?["timezone"] : nil
    }
  }

  /// Adds the next feature, which begins at an index of a parser's bytes.
  mutating func add(_ reading: Reading, _ parser: inout JSONParser, start: Int) {
    var reader = reading.reader
    if let id = reader.id {
      if let other = indices[id] {
        reader.note(
          "feature \(other) has the same identifier", remedy: "give each feature its own",
          field: RegionProperty.id.rawValue)
      } else {
        indices[id] = reading.index
        if let region = reading.region { regions.append(region) }
        hasBands = hasBands || reading.isBand
        hasOrder = hasOrder || reading.isOrdered
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
