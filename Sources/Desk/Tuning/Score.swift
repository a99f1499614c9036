package import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// The agreement of the events of some walks with the truth of these walks.
package struct Score: Hashable, Sendable {
  /// The length in hours of the walks whose truth has an end.
  package private(set) var hours = 0.0
  /// The number of false events.
  package private(set) var spurious = 0
  /// The number of crossings that had to be reported.
  package private(set) var required = 0
  /// The number of required crossings that were missed.
  package private(set) var missed = 0
  /// The number of crossings of short visits, which may be reported.
  package private(set) var brief = 0
  /// The number of crossings of short visits that were reported.
  package private(set) var briefReported = 0

  private var delays: [Double] = []

  /// An event that is false, or a crossing that was missed.
  package struct Mistake: Hashable, Sendable {
    /// The region of the event.
    package let region: String
    /// The kind of the false event, or of the missing one.
    package let event: Event.Kind
    /// The time of the false event, or of the missed crossing.
    package let time: Timestamp
    /// Whether a crossing has no event.
    package let isMissed: Bool
  }

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

  // MARK: Truth

  /// Adds a walk whose truth is known, and returns the mistakes in order of time.
  @discardableResult
  package mutating func add(_ truth: Truth, events: [Event]) -> [Mistake] {
    hours += truth.end.map { truth.start.duration(to: $0).inSeconds / 3600 } ?? 0
    let own = Dictionary(grouping: events.filter { $0.kind.isCrossing }, by: \.region)
    let mistakes = truth.regions.keys.sorted().flatMap { id in
      add(id, of: truth, events: own[id] ?? [])
    }
    return mistakes.sorted { $0.time < $1.time }
  }

  /// Adds one region of a walk, and returns the mistakes.
  @discardableResult
  package mutating func add(_ id: String, of truth: Truth, events: [Event]) -> [Mistake] {
    guard let region = truth.regions[id] else { return [] }
    let events = events.sorted { $0.time < $1.time }
    let (reported, wrong) = Self.match(region, events, truth)
    spurious += wrong.count
    var mistakes = wrong.map { event in
      Mistake(region: id, event: event.kind, time: event.time, isMissed: false)
    }
    for (index, slot) in region.slots.enumerated() {
      if slot.kind == .brief {
        brief += 1
        briefReported += reported[index] == nil ? 0 : 1
      }
      guard slot.kind == .required else { continue }
      required += 1
      if let time = reported[index] {
        delays.append(slot.passed.duration(to: time).inSeconds)
      } else if !Self.wasOnRightSide(slot, events, region.isInsideAtStart) {
        missed += 1
        mistakes.append(Mistake(region: id, event: slot.event, time: slot.passed, isMissed: true))
      }
    }
    return mistakes
  }

  /// Assigns the events to slots; events without a slot are false unless they are true.
  private static func match(
    _ region: Truth.Region, _ events: [Event], _ truth: Truth
  ) -> (reported: [Int: Timestamp], wrong: [Event]) {
    let assigned = SlotAssignment(region.slots, events).slotOfEvent
    var reported: [Int: Timestamp] = [:]
    var wrong: [Event] = []
    for (number, event) in events.enumerated() {
      if let slot = assigned[number] {
        reported[slot] = event.time
        continue
      }
      // An event that only states the side on which the walk begins is not a mistake.
      let isFirst =
        number == 0 && (event.kind == .enter) == region.isInsideAtStart
        && truth.start.duration(to: event.time) <= .seconds(30)
      let last = events.last { $0.time < event.time }?.time
      if !isFirst, !truth.hasCrossed(event, since: last) {
        wrong.append(event)
      }
    }
    return (reported, wrong)
  }

  /// Whether the right side was reported before the crossing, and no event followed soon after.
  private static func wasOnRightSide(
    _ slot: Truth.Slot, _ events: [Event], _ isInsideAtStart: Bool
  ) -> Bool {
    let before = events.last { $0.time < slot.open }?.kind
    let side = before ?? (isInsideAtStart ? .enter : .exit)
    return side == slot.event
      && !events.contains {
        slot.open <= $0.time && $0.time <= slot.close
          && slot.passed.duration(to: $0.time) <= .seconds(30)
      }
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
