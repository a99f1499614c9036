package import Geofence
internal import Notation

extension RegionsDocument {
  /// The same file for other programs: each band has the outline of its border as its geometry, to
  /// 2 mm up to a kilometre of size.
  ///
  /// - Parameter regions: The regions of the file.
  package func withOutlines(_ regions: [Region]) -> RegionsDocument {
    var document = self
    let bands = Dictionary(regions.filter { $0.band != nil }.map { ($0.id, $0.shape) }) {
      first, _ in first
    }
    for feature in features {
      guard let id = Self.identifier(of: feature), let shape = bands[id] else { continue }
      let geometry = GeoJSONGeometry(
        shape, precision: .file, position: { .position($0, decimals: 9) },
        array: JSONSource.array)
      var drawn = feature
      drawn["geometry"] = .geometry(geometry.type, geometry.coordinates)
      drawn["properties"]?["border"] = nil
      drawn["properties"]?["offset"] = nil
      if let measure = geometry.measure {
        drawn["properties"]?[measure.name] = .number(measure.metres, decimals: 3)
      }
      document.put(drawn)
    }
    return document
  }
}
