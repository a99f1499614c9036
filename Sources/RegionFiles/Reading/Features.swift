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

  /// By the identifier of the region: the time zone of its hours, if it is not that of the file.
  private(set) var zones: [String: JSON] = [:]

  private let file: String
  private let rules: RegionRules

  /// Starts with no features.
  init(file: String, rules: RegionRules) {
    self.file = file
    self.rules = rules
  }

  /// Adds the next feature, whose text a parser has at hand.
  mutating func add(_ reading: FeatureBatch.Reading, _ parser: inout JSONParser) {
    var reader = reading.reader
    if let id = reader.id {
      if let other = indices[id] {
        reader.note(
          "feature \(other) has the same identifier", remedy: "give each feature its own")
      } else {
        indices[id] = reading.entry.index
        if let region = reading.region { regions.append(region) }
        if rules.isRecorded {
          zones[id] = reading.entry.text.json.object?["properties"]?.object?["timezone"]
        }
      }
    }
    if reader.hoursMistake != nil {
      let start = reading.entry.start
      let place = parser.place(at: start)
      reader.placeHoursMistake(JSONWalk(parser, at: start, place: place))
    }
    problems += reader.problems
  }
}
