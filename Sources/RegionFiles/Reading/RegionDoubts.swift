package import Base
package import Geofence

/// Warnings about regions that are valid but probably mistakes.
package enum RegionDoubts {
  /// A warning for each doubt.
  ///
  /// - Parameters:
  ///   - carrier: The last place of the carrier, if it is known.
  ///   - now: The present time, if what has expired matters.
  package static func problems(
    of regions: [Region], file: String, carrier: Coordinate? = nil,
    now: Timestamp? = nil
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
    let far = Set(alone(places))
    let gates = Set(regions.indices.filter { regions[$0].isGate }.map { regions[$0].id })
    var ended: [String: Timestamp] = [:]
    for index in regions.indices {
      guard let now, let end = regions[index].expires, end <= now else { continue }
      ended[regions[index].id] = end
    }
    var doubts = clockDoubts(of: regions, file)
    for index in regions.indices {
      let shape = regions[index].shape
      func doubt(
        _ code: String, _ values: [String: Reason.Value] = [:], mend: String,
        at property: RegionProperty? = nil
      ) {
        doubts.append(
          Problem(
            file: file, place: .feature(index, id: regions[index].id), Reason(code, values),
            Reason(mend), severity: .warning, field: property?.rawValue))
      }
      if case .circle(let circle) = shape, circle.radius < smallest {
        doubt(
          "doubt.smallCircle", ["metres": .tenths(circle.radius)], mend: "mend.smallCircle",
          at: .radius)
      }
      if regions[index].isGate {
        if shape.length < 2 * smallest {
          doubt("doubt.shortGate", ["metres": .tenths(shape.length)], mend: "mend.shortGate")
        }
      } else if let width = thinness(of: shape) {
        doubt("doubt.thin", ["metres": .tenths(width)], mend: "mend.thin")
      }
      if let gate = gates.isEmpty ? nil : regions[index].exclude.first(where: gates.contains) {
        doubt("doubt.excludedGate", ["name": .text(gate.quoted)], mend: "mend.unexclude")
      }
      if !ended.isEmpty, let after = regions[index].order.after, let end = ended[after] {
        doubt(
          "doubt.afterExpired", ["name": .text(after.quoted), "time": .text(end.rfc3339)],
          mend: "mend.afterExpired")
      }
      if let (off, later) = regions[index].active?.schedule.undoneOff {
        doubt(
          "doubt.undoneOff", ["off": .text("\(off)"), "later": .text("\(later)")],
          mend: "mend.undoneOff")
      }
      if let edge = LongEdge(in: shape) {
        doubt("doubt.longEdge", edge.values, mend: "mend.longEdge")
      }
      if let code = places[index].flatMap({ place in
        isSwapped(place, index, among: places)
          ? "doubt.swapped"
          : carrier.map { isSwapped(place, near: $0) } ?? false ? "doubt.swappedHere" : nil
      }) {
        doubt(code, mend: "mend.swapped")
      } else if far.contains(index) {
        doubt("doubt.far", ["length": .number(country / 1000)], mend: "mend.far")
      }
    }
    return doubts
  }

  /// The width of a polygon or a corridor that is too thin; a circle has a doubt of its own.
  private static func thinness(of shape: Shape) -> Double? {
    if case .circle = shape { return nil }
    // Most regions are wide, which takes a tenth of the time to find out.
    guard shape.inradius(upTo: smallest) < smallest else { return nil }
    // A corridor of 10 m is the narrowest without a doubt.
    let inradius = shape.inradius
    return inradius < smallest * 0.98 ? 2 * inradius : nil
  }

  /// The smallest radius in metres without a doubt; a receiver's error under the open sky is 3 m.
  private static let smallest = 5.0

  /// The distance in metres from which on a place is in another country than others.
  private static let country = 500_000.0

  /// The smallest distance between places and others, if they are in another country; `nil` if not.
  static func gap(between places: [Coordinate], and others: [Coordinate]) -> Double? {
    var least = Double.infinity
    for place in places {
      for other in others {
        least = min(least, other.distance(to: place))
        if least < country { return nil }
      }
    }
    return least.isFinite ? least : nil
  }

  /// The regions that are each alone in their country, if they are few among others.
  private static func alone(_ places: [Coordinate?]) -> [Int] {
    guard places.count > 2 else { return [] }
    var found: [Int] = []
    // Neighbours in a file are often neighbours on the ground; comparing all would take long.
    var budget = 100_000
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      var isAlone = true
      for step in 1..<places.count where isAlone {
        budget -= 1
        guard budget > 0 else { return [] }
        for other in [index - step, index + step] where places.indices.contains(other) {
          if let neighbour = places[other], neighbour.distance(to: place) < country {
            isAlone = false
          }
        }
      }
      guard isAlone else { continue }
      found.append(index)
      // Someone who travels has them everywhere.
      if found.count > max(1, places.count / 10) || found.count > 20 { return [] }
    }
    return found
  }

  /// A doubt about a time zone such as Etc/GMT+5 whose sign is the other way round than people think.
  private static func clockDoubts(of regions: [Region], _ file: String) -> [Problem] {
    for index in regions.indices {
      guard let clock = regions[index].active?.clock, clock.name.hasPrefix("Etc/GMT"),
        let place = regions[index].shape.firstPlace
      else { continue }
      let lead = Double(clock.offset(at: 0)) / 3600
      func distance(_ lead: Double) -> Double {
        abs((lead - place.longitude / 15).remainder(dividingBy: 24))
      }
      guard distance(-lead) < distance(lead) else { continue }
      let (hours, sign) = (abs(lead).plain, lead < 0 ? "-" : "+")
      return [
        Problem(
          file: file,
          wrong:
            "timezone: \(clock.name.quoted) is \(hours) h \(lead < 0 ? "behind" : "ahead of") UTC: "
            + "its sign is the other way round",
          remedy:
            "write \"Etc/GMT\(sign)\(hours)\", or better the place, such as \"Europe/Berlin\"",
          severity: .warning)
      ]
    }
    return []
  }

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
