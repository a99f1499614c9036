internal import Geofence
package import Notation

extension RegionsDocument {
  /// The properties of regions that Picket reads and that can be set.
  package static let properties = FeatureReader.known.filter { $0 != "id" }

  /// Sets whether a region is watched.
  ///
  /// - Returns: Whether the setting changed.
  package mutating func setEnabled(_ id: String, _ isEnabled: Bool) throws(Problems) -> Bool {
    let index = try index(of: id)
    let wasEnabled = features[index]["properties"]?["enabled"] != .boolean(false)
    guard wasEnabled != isEnabled else { return false }
    changeProperties(at: index) { $0["enabled"] = isEnabled ? nil : .boolean(false) }
    return true
  }

  /// Sets or removes a property of a region.
  ///
  /// - Parameters:
  ///   - text: JSON, or otherwise a plain text; `nil` removes the property.
  ///   - isAsIs: Whether a name that seems to be misspelled is written.
  package mutating func set(
    _ id: String, _ key: String, to text: String?, isAsIs: Bool = false
  ) throws(Problems) {
    let index = try index(of: id)
    guard key != "id" else {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id), wrong: "the identifier is not a property",
          remedy: "picket regions rename \(id) NEW")
      ])
    }
    if text != nil, !isAsIs, let meant = FeatureReader.meant(by: key) {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id), wrong: "unknown property \(key.quoted)",
          remedy: "did you mean \(meant.quoted)? --as-is writes it as it is")
      ])
    }
    let type = features[index]["geometry"]?["type"]?.text
    if text != nil, let (types, noun) = Self.shapes[key], !types.contains(type ?? "") {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id),
          wrong: "\(key) is for \(noun), and this is a \(type ?? "band")",
          remedy: "remove the region, and add it again as \(noun)")
      ])
    }
    if key == "active", let text {
      do throws(Schedule.Mistake) {
        _ = try Schedule(text)
      } catch {
        throw Problems([.hours(error, file: file, place: .feature(index, id: id))])
      }
    }
    changeProperties(at: index) { $0[key] = text.map { Self.value(of: key, $0) } }
  }

  /// The geometries that need a property, and their noun.
  private static let shapes: [String: (types: [String], noun: String)] = [
    "radius": (["Point"], "a circle"),
    "width": (["LineString", "MultiLineString"], "a corridor"),
  ]

  /// The properties that are times in seconds.
  static let times: Set = [
    "dwell", "linger", "approach", "approachLongest", "remind", "speedLinger",
  ]

  /// The value that `set` writes for a text, in words: a time with a unit becomes seconds.
  package static func written(_ key: String, _ text: String) -> String {
    guard times.contains(key), Double(text) == nil, let seconds = Double(timeText: text) else {
      return text
    }
    return seconds.secondsText(decimals: 3)
  }

  /// The value of a property; one that is a text in regions files is not read as JSON.
  private static func value(of key: String, _ text: String) -> JSONSource {
    let texts = [
      "note", "class", "sense", "signal", "expires", "active", "name", "remindSide",
      "approachFrom", "border", "after",
    ]
    if texts.contains(key) {
      return .string(text)
    }
    if key == "exclude", !text.hasPrefix("[") {
      return .array(text.split(separator: ",").map { .string(String($0)) })
    }
    if key == "heading", !text.hasPrefix("[") {
      let courses = text.split(separator: ",").map { JSONSource.number($0) ?? .string(String($0)) }
      return .array(courses)
    }
    if let value = try? JSONSource.parse(text) { return value }
    let seconds = times.contains(key) ? Double(timeText: text) : nil
    return seconds.map { .number($0) } ?? .string(text)
  }
}
