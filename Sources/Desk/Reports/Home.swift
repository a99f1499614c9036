internal import Base
internal import Geofence
internal import Picket

/// The surroundings of the start and the end of walks, which a shared report leaves out.
package struct Home: Sendable {
  /// The radius around the start and around the end, in metres.
  package static let radius = 200.0

  private let centers: [Coordinate]

  /// The identifiers of the regions that reach the surroundings.
  private var names: Set<String> = []

  /// The surroundings of the starts and ends of some walks.
  package init(of accounts: [Account]) {
    centers = accounts.flatMap { account in
      let trusted = account.moments.filter { $0.rejection == nil }
      return [trusted.first, trusted.last].compactMap { $0?.estimate ?? $0?.raw }
    }
    for region in accounts.flatMap(\.everWatched) where reaches(region) { names.insert(region.id) }
  }

  /// Whether a position is in the surroundings.
  func contains(_ place: Coordinate?) -> Bool {
    guard let place else { return false }
    return centers.contains { $0.distance(to: place) < Self.radius }
  }

  /// Whether a region is left out: it reaches the surroundings, or has a name that contains such a
  /// region's.
  func hides(_ region: Region) -> Bool { reaches(region) || mentions(region.id) }

  private func reaches(_ region: Region) -> Bool {
    // A region that contains the start shows by its shape or its name where that is.
    centers.contains { region.shape.depth(at: $0) > -Self.radius }
  }

  /// Whether a text contains the name of a region that is left out, as words of their own.
  package func mentions(_ text: String?) -> Bool {
    guard let text else { return false }
    let words = Self.words(text)
    return names.contains { name in
      let sought = Self.words(name)
      guard !sought.isEmpty else { return text.contains(text: name) }
      return words.indices.contains { words[$0...].starts(with: sought) }
    }
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { Substring(String($0)) }
  }

  /// A region with the parts of its description that name no region that is left out.
  func shown(_ region: Region) -> Region {
    var region = region
    if mentions(region.note) { region.note = nil }
    region.exclude.removeAll(where: mentions)
    return region
  }

  /// An event that a shared report may show; `nil` for others.
  func shown(_ event: Event) -> Event? {
    guard !mentions(event.region), !contains(event.coordinate) else { return nil }
    guard mentions(event.note) else { return event }
    return Event(
      sequence: event.sequence, kind: event.kind, region: event.region, time: event.time,
      crossed: event.crossed, detected: event.detected, coordinate: event.coordinate,
      eph: event.eph, depth: event.depth, blind: event.blind, isScheduled: event.isScheduled,
      side: event.side)
  }
}
