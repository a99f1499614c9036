package import Geofence
package import Notation

/// Warnings about regions that are valid but probably mistakes.
package enum RegionDoubts {
  /// A warning for each doubt.
  ///
  /// - Parameter carrier: The last place of the carrier, if it is known.
  package static func problems(
    of regions: [Region], file: String, carrier: Coordinate? = nil
  ) -> [Problem] {
    guard !regions.isEmpty else {
      return [
        Problem(
          file: file, wrong: "there is no region in it, so nothing is watched",
          remedy: "picket regions add --help shows how to add one", severity: .warning)
      ]
    }
    // Only read in place: very many regions would take long to copy.
    let places = regions.indices.map { regions[$0].shape.firstPlace }
    return regions.indices.flatMap { index in
      var doubts: [Problem] = []
      let shape = regions[index].shape
      var place: Problem.Place { .feature(index, id: regions[index].id) }
      if case .circle(let circle) = shape, circle.radius < smallest {
        doubts.append(
          Problem(
            file: file, place: place,
            wrong:
              "its radius of \(circle.radius.metresText()) is less than the error of "
              + "a fix: visits will be missed",
            remedy: "give 10 m or more", severity: .warning))
      }
      if !regions[index].isGate, let wrong = thinness(of: shape) {
        doubts.append(
          Problem(
            file: file, place: place, wrong: wrong,
            remedy: "make it wider, or a corridor: import --as corridor --width 10",
            severity: .warning))
      }
      if let edge = LongEdge(in: shape) {
        doubts.append(
          Problem(
            file: file, place: place, wrong: edge.words, remedy: LongEdge.remedy,
            severity: .warning))
      }
      if let near = places[index].flatMap({ place in
        isSwapped(place, index, among: places)
          ? "far from all other regions, but near them"
          : carrier.map { isSwapped(place, near: $0) } ?? false
            ? "far from where the carrier was last, but near there" : nil
      }) {
        doubts.append(
          Problem(
            file: file, place: place,
            wrong: "it is \(near) with its coordinates swapped",
            remedy: "GeoJSON has longitude first, --circle latitude first", severity: .warning))
      }
      return doubts
    }
  }

  /// The reason why a polygon or a corridor is too thin; a circle has a doubt of its own.
  private static func thinness(of shape: Shape) -> String? {
    if case .circle = shape { return nil }
    // Most regions are wide, which takes a tenth of the time to find out.
    guard shape.inradius(upTo: smallest) < smallest else { return nil }
    // A corridor of 10 m is the narrowest without a doubt.
    let inradius = shape.inradius
    guard inradius < smallest * 0.98 else { return nil }
    let width = (2 * inradius).metresText()
    return "it is nowhere wider than \(width), less than errors of fixes: visits will be missed"
  }

  /// The smallest radius in metres without a doubt; a receiver's error under the open sky is 3 m.
  private static let smallest = 5.0

  private static func isSwapped(
    _ place: Coordinate, _ index: Int, among places: [Coordinate?]
  ) -> Bool {
    // A few neighbours are enough, and comparing all would take long.
    var (first, count): (Coordinate?, Int) = (nil, 0)
    for (other, neighbour) in places.enumerated() where other != index {
      guard let neighbour else { continue }
      guard isFar(place, from: neighbour) else { return false }
      first = first ?? neighbour
      count += 1
      if count == 50 { break }
    }
    return first.map { isSwapped(place, near: $0) } ?? false
  }

  private static func isSwapped(_ place: Coordinate, near other: Coordinate) -> Bool {
    let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
    return swapped.isValid && isFar(place, from: other) && other.distance(to: swapped) < 100_000
  }

  private static func isFar(_ place: Coordinate, from other: Coordinate) -> Bool {
    other.distance(to: place) > 1_000_000
  }
}

extension Shape {
  /// A position of the shape.
  fileprivate var firstPlace: Coordinate? {
    switch self {
    case .circle(let circle): circle.center
    case .polygon(let polygon): polygon.firstCorner
    case .corridor(let corridor): corridor.lines.first?.first
    case .band(let band): band.base.firstCorner
    case .difference(let difference): difference.base.firstPlace
    }
  }
}
