internal import Base
internal import Geofence

/// A feature of several parts, some of which cannot be used.
extension Candidate {
  /// Drops positions without a place, lines of one position, and rings without an area, if other
  /// parts are left; closes rings that are open by less than a metre.
  mutating func dropBadParts() {
    let count = geometries.reduce((lines: 0, polygons: 0)) { count, geometry in
      switch geometry {
      case .points: count
      case .lines(let lines): (count.lines + lines.count, count.polygons)
      case .polygons(let parts): (count.lines, count.polygons + parts.count)
      }
    }
    var (faults, place) = (self.faults, (line: 0, polygon: 0))
    func drop(_ words: String, _ remedy: String) -> Bool {
      faults.append(problem(words, remedy: remedy))
      return false
    }
    let kept = geometries.map { geometry -> Geometry in
      switch geometry {
      case .points: return geometry
      case .lines(let lines):
        return .lines(
          lines.map { clean($0) }.filter { line in
            place.line += 1
            return line.count > 1 || count.lines == 1
              || drop(
                "line \(place.line) of \(count.lines) has fewer than 2 positions", "remove it")
          })
      case .polygons(let parts):
        return .polygons(
          parts.compactMap { rings in
            place.polygon += 1
            let name = "polygon \(place.polygon) of \(count.polygons)"
            guard let outer = rings.first.map({ close($0) }) else {
              _ = count.polygons > 1 && drop("\(name) is empty", "remove it")
              return count.polygons > 1 ? nil : rings
            }
            if count.polygons > 1, let fault = Self.flatness(of: outer) {
              _ = drop("\(name) \(fault)", "remove it")
              return nil
            }
            return [outer]
              + rings.dropFirst().map { close($0) }.filter { ring in
                guard let fault = Self.flatness(of: ring) else { return true }
                return drop("a hole of \(name) \(fault)", "remove the hole")
              }
          })
      }
    }
    guard kept.contains(where: { !$0.isEmpty }) else { return }
    (geometries, self.faults) = (kept, faults)
  }

  /// The reason why a ring encloses nothing; `nil` for other rings, whatever is wrong with them.
  private static func flatness(of line: [JSONSource]) -> String? {
    guard !line.isEmpty else { return "is empty" }
    guard let places = RegionImport.places(RegionImport.closed(line)) else { return nil }
    let ring = Ring(places)
    return !ring.goesRoundPole && ring.area < 0.01 && ring.crossing == nil ? "has no area" : nil
  }

  /// A ring that is closed, if its ends are less than a metre apart.
  private mutating func close(_ ring: [JSONSource]) -> [JSONSource] {
    guard ring.count > 3, ring.first != ring.last, !RegionImport.isClosed(ring),
      let ends = RegionImport.places([ring[0], ring[ring.count - 1]])
    else { return ring }
    let gap = ends[0].distance(to: ends[1])
    guard gap < 1 else { return ring }
    mended.append("a ring of \(words) that was open by \(gap.metresText(decimals: 2)) was closed")
    return ring.dropLast() + ring.prefix(1)
  }
}

/// Positions that are not known.
extension Candidate {
  /// Whether a point is at latitude 0 and longitude 0, far out at sea.
  var isNowhere: Bool {
    geometries.contains { geometry in
      guard case .points(let points) = geometry else { return false }
      return points.contains { Self.isNowhere($0) }
    }
  }

  /// The lines about positions that were left out; empty without any.
  var leftOut: [String] {
    func line(_ count: Int, _ reason: String) -> [String] {
      count > 0
        ? ["\(count.counted("point was", "points were")) left out of \(words): \(reason)"] : []
    }
    var fault = firstLost?.wrong ?? ""
    let name = problem("").wrong
    if fault.hasPrefix(name) { fault = String(fault.dropFirst(name.count)) }
    if case .text(let number, _)? = firstLost?.place { fault += " (line \(number))" }
    return line(fixless, "latitude and longitude are 0, as without a fix")
      + line(lost, lost == 1 ? fault : "the first because \(fault)")
  }

  /// The kind and the name of the feature.
  private var words: String { "\(isTrack ? "track" : noun) \((name ?? id?.text ?? "").quoted)" }

  /// A line without positions that are out of range, and without those at 0, 0 if it is elsewhere:
  /// some receivers record them until they have a fix.
  mutating func clean(_ line: [JSONSource]) -> [JSONSource] {
    var kept = line.filter { !Self.isNowhere($0) }
    if kept.contains(where: { Self.isNowhere($0, within: 1) }) { kept = line }
    let good = kept.filter { position in
      guard let (east, north) = Self.degrees(position) else { return false }
      return abs(north) <= 90 && abs(east) <= Self.farthest
    }
    // The reader of regions has the messages about a line that has nothing else.
    guard good.count > 1 || kept.count < 2 else { return line }
    fixless += line.count - kept.count
    for _ in good.count..<kept.count { lose(problem("a position is not on the earth")) }
    return kept.count < 2 ? kept : good
  }

  /// Whether a position is at latitude 0 and longitude 0, or within some degrees of it.
  private static func isNowhere(_ position: JSONSource, within degrees: Double = 0) -> Bool {
    guard let (east, north) = self.degrees(position) else { return false }
    return max(abs(east), abs(north)) <= degrees
  }

  /// The first position of a feature's geometry.
  static func firstPlace(of feature: JSONSource) -> Coordinate? {
    var place = feature["geometry"]?["coordinates"]
    while let inner = place?.elements?.first, inner.elements != nil { place = inner }
    guard let (east, north) = place.flatMap(degrees) else { return nil }
    return Coordinate(latitude: north, longitude: east)
  }

  /// The longitude and the latitude of a position, whatever they are.
  private static func degrees(_ position: JSONSource) -> (east: Double, north: Double)? {
    guard case .array(let numbers) = position, numbers.count > 1,
      case .leaf(let first) = numbers[0],
      case .leaf(let second) = numbers[1], let east = Double(first), let north = Double(second)
    else { return nil }
    return (east, north)
  }
}

/// Positions on the other side of the antimeridian.
extension Candidate {
  /// The greatest longitude that is read: some programs count on across the antimeridian, or from 0
  /// to 360, and one more turn is surely meant.
  static let farthest = 540.0

  /// Brings longitudes beyond 180° back into the range.
  ///
  /// - Returns: The number of positions that were changed.
  mutating func bringBack() -> Int {
    var count = 0
    func brought(_ position: JSONSource) -> JSONSource {
      guard case .array(var numbers) = position, case .leaf(let leaf)? = numbers.first,
        let east = Double(leaf), abs(east) > 180, abs(east) <= Self.farthest
      else { return position }
      numbers[0] = .number(east > 0 ? east - 360 : east + 360)
      count += 1
      return .array(numbers)
    }
    func brought(_ line: [JSONSource]) -> [JSONSource] { line.map(brought) }
    geometries = geometries.map { geometry in
      switch geometry {
      case .points(let points): .points(brought(points))
      case .lines(let lines): .lines(lines.map(brought))
      case .polygons(let parts): .polygons(parts.map { $0.map(brought) })
      }
    }
    return count
  }
}
