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
  var notified: String {
    if region.isGate { return "crossings" }
    let events = [
      region.notifyOnEntry ? "entries" : nil, region.notifyOnExit ? "exits" : nil,
      region.dwell == nil ? nil : "stays",
    ].compactMap { $0 }
    return events.isEmpty ? "nothing" : events.listed()
  }

  /// The sense, and the metres that it needs before cushion and size change them.
  var sense: String {
    let metres = region.sense.metres
    return "\(region.sense.rawValue): needs \(ShapeWords.length(metres.steady)) past the border "
      + "after a run, \(ShapeWords.length(metres.stopped)) when slowing down, "
      + "\(ShapeWords.length(metres.alone)) without a run; bad fixes need more"
  }

  /// The measured figures of the sense at such regions; `nil` with a cushion or a linger, and of gates.
  func figures(hasVelocity: Bool) -> SenseFigures? {
    guard !region.isGate, region.cushion == 0, region.linger == .zero else { return nil }
    return SenseFigures.of(region.shape, region.sense, hasVelocity: hasVelocity)
  }
}
