package import Base
internal import Geofence

extension RegionsDocument {
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
      throw refusal(
        index, id, "the identifier is not a property", "picket regions rename \(id) NEW")
    }
    if text != nil, !isAsIs, let meant = FeatureReader.meant(by: key) {
      throw refusal(
        index, id, "unknown property \(key.quoted)",
        "did you mean \(meant.quoted)? --as-is writes it as it is")
    }
    guard let text, let property = RegionProperty(rawValue: key) else {
      return changeProperties(at: index) { properties in
        properties[key] = text.map { (try? JSONSource.parse($0)) ?? .string($0) }
      }
    }
    let feature = features[index]
    let type = feature["geometry"]?["type"]?.text
    let shape = RegionProperty.Shape(type) { feature["properties"]?[$0.rawValue]?.json }
    if let shape, case let shapes = property.entry.shapes, !shapes.contains(shape) {
      let noun = RegionProperty.Shape.noun(shapes)
      let found = shape == .gate ? "gate" : type ?? "band"
      throw refusal(
        index, id, "\(key) is for \(noun), and this is a \(found)",
        "remove the region, and add it again as \(noun)")
    }
    if property == .active {
      do throws(Schedule.Mistake) {
        _ = try Schedule(text)
      } catch {
        throw Problems([.hours(error, file: file, place: .feature(index, id: id))])
      }
    }
    changeProperties(at: index) { $0[key] = property.value(text) }
  }

  /// Makes a course of regions: each reports once, after the one before it.
  package mutating func makeCourse(_ places: [String]) throws(Problems) {
    for (index, id) in places.enumerated() {
      try set(id, RegionProperty.after.rawValue, to: index > 0 ? places[index - 1] : nil)
      try set(id, RegionProperty.once.rawValue, to: "true")
    }
  }

  private func refusal(_ index: Int, _ id: String, _ wrong: String, _ remedy: String) -> Problems {
    Problems([Problem(file: file, place: .feature(index, id: id), wrong: wrong, remedy: remedy)])
  }

  /// The value that `set` writes for a text, in words: a time with a unit becomes seconds.
  package static func written(_ key: String, _ text: String) -> String {
    guard case .seconds? = RegionProperty(rawValue: key)?.entry.values, Double(text) == nil,
      let seconds = Double(timeText: text)
    else { return text }
    return seconds.secondsText(decimals: 3)
  }
}
