internal import Base
package import Geofence
internal import Picket
internal import RegionFiles

/// The agreement of the events of some walks with what is known of them: marks, or a truth.
package struct Score: Hashable, Sendable {
  /// The length in hours of the walks whose truth has an end.
  package var hours = 0.0
  /// The number of false events.
  package var spurious = 0
  /// The number of crossings that had to be reported.
  package var required = 0
  /// The number of required crossings that were missed.
  package var missed = 0
  /// The number of crossings of short visits, which may be reported.
  package var brief = 0
  /// The number of crossings of short visits that were reported.
  package var briefReported = 0

  /// The seconds from each crossing that was reported to its event.
  package var delays: [Double] = []

  /// Creates an empty score.
  package init() {}

  /// The delay in seconds that this share of the reported crossings did not exceed.
  package func delay(_ share: Double) -> Double? {
    let sorted = delays.sorted()
    guard !sorted.isEmpty else { return nil }
    let place = Double(sorted.count - 1) * share
    let low = Int(place)
    let high = min(low + 1, sorted.count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }

  /// Adds the score of other walks.
  package mutating func add(_ other: Score) {
    hours += other.hours
    spurious += other.spurious
    required += other.required
    missed += other.missed
    brief += other.brief
    briefReported += other.briefReported
    delays += other.delays
  }

  // MARK: Marks

  /// The greatest distance in time from a mark to the passage of its border.
  package static let markTolerance = Duration.seconds(30)

  /// Adds a walk on which the carrier marked each passage of a border.
  ///
  /// An event is right when its border was passed within `markTolerance` of a mark.
  /// A mark stands for the nearest event of each region; a mark without an event is a missed
  /// crossing. The delay is the time from the mark to the first of its events.
  package mutating func add(marks: [Timestamp], events: [Event]) {
    var nearest: [Int: [String: (apart: Duration, event: Event)]] = [:]
    for event in events where event.kind.isCrossing {
      let moment = event.crossed ?? event.detected ?? event.time
      let distances = marks.enumerated().map { ($0, moment.duration(to: $1).magnitude) }
      guard let (mark, apart) = distances.min(by: { $0.1 < $1.1 }), apart <= Self.markTolerance
      else {
        spurious += 1
        continue
      }
      let other = nearest[mark]?[event.region]
      if other != nil { spurious += 1 }
      if other.map({ apart < $0.apart }) ?? true {
        nearest[mark, default: [:]][event.region] = (apart, event)
      }
    }
    for (index, mark) in marks.enumerated() {
      required += 1
      if let first = nearest[index]?.values.map(\.event.time).min() {
        delays.append(mark.duration(to: first).inSeconds)
      } else {
        missed += 1
      }
    }
  }
}

extension Duration {
  /// The duration without its sign.
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
