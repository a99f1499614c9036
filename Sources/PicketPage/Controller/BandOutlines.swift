internal import Base
internal import Geofence
internal import RegionFiles

/// The borders of bands as a phone draws them, each computed once.
struct BandOutlines {
  private var known: [Band: Polygon] = [:]

  // A phone draws this many corners, which are about 1.2 MB.
  static let mostCorners = 50_000

  // A small board needs up to a second for a large band. Those that are left out are computed when
  // the next phone asks.
  private static let longest = Duration.seconds(10)

  /// The bands among regions, as GeoJSON whose circles and lines have `radius` and `width`.
  ///
  /// - Parameter mostCorners: The bands after this many corners are left out.
  /// - Returns: The text, and whether it will be the same for the next phone.
  mutating func text(
    of regions: [Region], mostCorners: Int = mostCorners
  ) -> (text: String, isWhole: Bool) {
    let start = MonotonicClock.now
    var corners = 0
    var isWhole = true
    var kept: [Band: Polygon] = [:]
    var features: [String] = []
    for region in regions where region.band != nil {
      var shape = region.shape
      if case .band(let band) = shape {
        let isLate = start.duration(to: MonotonicClock.now) > Self.longest
        guard let outline = known[band] ?? (isLate ? nil : band.outline(.screen)) else {
          isWhole = isWhole && !isLate
          continue
        }
        (kept[band], shape) = (outline, .polygon(outline))
      }
      corners += Self.corners(of: shape)
      guard corners <= mostCorners else { break }
      features.append(Self.feature(region.id, shape))
    }
    known = kept
    return (GeoJSONText.collection(features), isWhole)
  }

  private static func corners(of shape: Shape) -> Int {
    switch shape {
    case .polygon(let polygon): polygon.parts.joined().reduce(0) { $0 + $1.count }
    case .corridor(let corridor): corridor.lines.reduce(0) { $0 + $1.count }
    case .circle, .band, .difference: 1
    }
  }

  private static func feature(_ id: String, _ shape: Shape) -> String {
    let geometry = GeoJSONGeometry(shape, position: JSONSource.position, array: JSONSource.array)
    var properties = JSONLine()
    properties.add("id", id)
    if let measure = geometry.measure { properties.add(measure.name, measure.metres, decimals: 3) }
    return GeoJSONText.feature(
      properties: properties.text, type: geometry.type, coordinates: geometry.coordinates.line)
  }
}
