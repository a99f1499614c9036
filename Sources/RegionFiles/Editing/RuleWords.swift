internal import Base
internal import Geofence

/// The rules of a region in words.
struct RuleWords: Hashable, Sendable {
  private let region: Region

  /// The words for the rules of a region.
  init(_ region: Region) {
    self.region = region
  }

  /// The events that the region reports.
  var notified: Reason {
    if region.isGate { return Reason("reports.crossings") }
    let events = [
      region.notifyOnEntry ? "reports.entries" : nil, region.notifyOnExit ? "reports.exits" : nil,
      region.dwell == nil ? nil : "reports.stays",
    ].compactMap { $0 }
    return .listed(events.isEmpty ? [Reason("reports.nothing")] : events.map { Reason($0) })
  }

  /// The sense, and the metres that it needs before cushion and size change them.
  var sense: Reason {
    let metres = region.sense.metres
    return Reason(
      "needs.metres",
      [
        "sense": .reason(Reason("sense.\(region.sense.rawValue)")),
        "steady": .text(ShapeWords.length(metres.steady)),
        "stopped": .text(ShapeWords.length(metres.stopped)),
        "alone": .text(ShapeWords.length(metres.alone)),
      ])
  }

  /// The measured figures of the sense at such regions; `nil` with a cushion or a linger, and of gates.
  func figures(hasVelocity: Bool) -> SenseFigures? {
    guard !region.isGate, region.cushion == 0, region.linger == .zero else { return nil }
    return SenseFigures.of(region.shape, region.sense, hasVelocity: hasVelocity)
  }
}

extension Reason {
  /// A value with its unit.
  static func plain(_ text: String) -> Reason { Reason("said.text", ["text": .text(text)]) }

  /// Several things, one after the other.
  static func listed(_ all: [Reason]) -> Reason {
    guard let last = all.last, all.count > 1 else { return .all(all) }
    return Reason("said.list", ["names": .reasons(all.dropLast()), "last": .reason(last)])
  }
}
