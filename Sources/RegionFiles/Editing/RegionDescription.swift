package import Geofence
internal import Notation
internal import System

/// The description of a region, for a person and as JSON.
package struct RegionDescription: Hashable, Sendable {
  private let region: Region
  private let state: String?

  /// A description of a region.
  ///
  /// - Parameter state: The state of the region in a running controller.
  package init(_ region: Region, state: String? = nil) {
    self.region = region
    self.state = region.isEnabled ? state : "disabled"
  }

  // MARK: Table

  /// The titles of the columns of `row`.
  package static let columns = ["region", "shape", "size", "state", "note"]

  /// The most important properties, one a column.
  package var row: [String] {
    [region.id.onOneLine, kind, size, state ?? "-", (region.note ?? "").onOneLine]
  }

  /// The rows as lines with aligned columns, below their titles.
  package static func table(_ rows: [[String]]) -> [String] {
    let all = [columns] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The shape in a few words.
  package var summary: String {
    switch region.shape {
    case .circle: shape
    case .corridor: "\(shape), \(Self.length(region.shape.length)) long"
    case .polygon, .difference: "\(shape), \(size)"
    }
  }

  // MARK: All properties

  /// All properties, one a line.
  package var lines: [String] {
    var lines: [(String, String)] = [("region", region.id.onOneLine), ("shape", shape)]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append((name, value)) }
    }
    add("state", state)
    add("note", region.note?.onOneLine)
    add("area", Self.area(region.shape.area))
    add(isCorridor ? "length" : "border", Self.length(region.shape.length))
    add("inradius", Self.length(inradius))
    add("noise", noise)
    add("tells", notified)
    add("sense", sense)
    add("cushion", region.cushion > 0 ? Self.length(region.cushion) : nil)
    add("linger", Self.seconds(region.linger > .zero ? region.linger : nil))
    add("dwell", Self.seconds(region.dwell))
    add("signal", region.signal)
    add("class", region.category)
    add("excludes", region.exclude.isEmpty ? nil : region.exclude.listed().onOneLine)
    add("expires", region.expires?.local)
    return lines.map { name, value in
      name + String(repeating: " ", count: 10 - name.count) + value
    }
  }

  /// The description as one line of JSON.
  package var json: String {
    var line = JSONLine()
    line.add("region", region.id)
    line.add("shape", kind)
    if case .circle(let circle) = region.shape {
      line.add("lat", circle.center.latitude, decimals: 9)
      line.add("lon", circle.center.longitude, decimals: 9)
      line.add("radius", circle.radius, decimals: 3)
    }
    if case .corridor(let corridor) = region.shape {
      line.add("width", corridor.width, decimals: 3)
    }
    line.add("enabled", region.isEnabled)
    line.add("state", region.isEnabled ? state : nil)
    line.add("note", region.note)
    line.add("area", region.shape.area, decimals: 0)
    line.add("length", region.shape.length, decimals: 1)
    line.add("inradius", inradius, decimals: 1)
    line.add("small", isSmall)
    line.add("sense", region.sense.rawValue)
    line.add("cushion", region.cushion, decimals: 3)
    line.add("linger", region.linger.inSeconds, decimals: 3)
    line.add("dwell", region.dwell?.inSeconds, decimals: 3)
    line.add("signal", region.signal)
    line.add("class", region.category)
    if !region.exclude.isEmpty { line.add("exclude", region.exclude) }
    line.add("expires", region.expires?.rfc3339)
    return line.text
  }

  // MARK: Words

  private var isCorridor: Bool {
    if case .corridor = region.shape { true } else { false }
  }

  private var kind: String {
    switch region.shape {
    case .circle: "circle"
    case .polygon: "polygon"
    case .corridor: "corridor"
    case .difference: "difference"
    }
  }

  private var size: String {
    switch region.shape {
    case .circle(let circle): "radius \(Self.length(circle.radius))"
    case .corridor(let corridor):
      "\(Self.length(region.shape.length)), \(Self.length(corridor.width)) wide"
    case .polygon, .difference: Self.area(region.shape.area)
    }
  }

  private var shape: String {
    switch region.shape {
    case .circle(let circle):
      return "circle of \(Self.length(circle.radius)) around "
        + "\(circle.center.latitude.text(decimals: 7)), "
        + circle.center.longitude.text(decimals: 7)
    case .corridor(let corridor):
      let corners = corridor.lines.joined().count
      return "corridor of \(corners) corners, \(Self.length(corridor.width)) wide"
    case .polygon(let polygon):
      let corners = polygon.parts.joined().reduce(0) { $0 + $1.count - 1 }
      let holes = polygon.parts.reduce(0) { $0 + $1.count - 1 }
      var text = "polygon of \(corners) corners"
      if polygon.parts.count > 1 { text += " in \(polygon.parts.count) parts" }
      if holes > 0 { text += " with \(holes.counted("hole"))" }
      return text
    case .difference: return kind
    }
  }

  private var notified: String? {
    let events = [
      region.notifyOnEntry ? "entries" : nil, region.notifyOnExit ? "exits" : nil,
      region.dwell == nil ? nil : "stays",
    ].compactMap { $0 }
    return events.isEmpty ? "nothing" : events.listed()
  }

  /// The sense, and the metres that it needs before cushion and size change them.
  private var sense: String {
    let metres = region.sense.metres
    return "\(region.sense.rawValue): needs \(Self.length(metres.steady)) past the border after a "
      + "run, \(Self.length(metres.stopped)) when slowing down, "
      + "\(Self.length(metres.alone)) without a run; bad fixes need more"
  }

  private var inradius: Double { region.shape.inradius }

  /// Whether errors of fixes are as large as the region.
  private var isSmall: Bool { inradius < Self.smallestInradius }

  /// How the size of the region compares with errors of fixes.
  private var noise: String {
    guard isSmall else {
      return "larger than errors of fixes: the inradius is "
        + "\((inradius / Self.usualSigma).text(decimals: 0)) times the usual 3 m"
    }
    return "hardly larger than errors of fixes: below an inradius of "
      + "\(Self.length(Self.smallestInradius)) visits may be missed; make it larger"
  }

  /// The usual standard deviation of a receiver's errors on each axis, in metres.
  private static let usualSigma = 3.0

  /// Visits of regions with a smaller inradius were missed: 0.6 of it is three standard deviations.
  private static let smallestInradius = 15.0

  private static func length(_ metres: Double) -> String {
    metres.distanceText(kilometresFrom: 10_000, decimals: 1)
  }

  private static func area(_ area: Double) -> String {
    switch area {
    case ..<10_000: "\(area.text(decimals: area < 100 ? 1 : 0)) m²"
    case ..<10_000_000: "\((area / 10_000).text(decimals: 2)) ha"
    default: "\((area / 1_000_000).text(decimals: 1)) km²"
    }
  }

  private static func seconds(_ duration: Duration?) -> String? {
    duration.map { $0.inSeconds.secondsText() }
  }
}
