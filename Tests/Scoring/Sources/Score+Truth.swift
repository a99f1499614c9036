import Base
import Desk
import Geofence

/// An event that is false, or a crossing that was missed.
struct ScoreMistake: Hashable, Sendable {
  /// The region of the event.
  let region: String
  /// The kind of the false event, or of the missing one.
  let event: Event.Kind
  /// The time of the false event, or of the missed crossing.
  let time: Timestamp
  /// Whether a crossing has no event.
  let isMissed: Bool
}

extension Score {
  /// Adds a walk whose truth is known, and returns the mistakes in order of time.
  @discardableResult
  mutating func add(_ truth: Truth, events: [Event]) -> [ScoreMistake] {
    hours += truth.end.map { truth.start.duration(to: $0).inSeconds / 3600 } ?? 0
    let own = Dictionary(grouping: events.filter { $0.kind.isCrossing }, by: \.region)
    let mistakes = truth.regions.keys.sorted().flatMap { id in
      add(id, of: truth, events: own[id] ?? [])
    }
    return mistakes.sorted { $0.time < $1.time }
  }

  /// Adds one region of a walk, and returns the mistakes.
  @discardableResult
  mutating func add(_ id: String, of truth: Truth, events: [Event]) -> [ScoreMistake] {
    guard let region = truth.regions[id] else { return [] }
    let events = events.sorted { $0.time < $1.time }
    let (reported, wrong) = Self.match(region, events, truth)
    spurious += wrong.count
    var mistakes = wrong.map { event in
      ScoreMistake(region: id, event: event.kind, time: event.time, isMissed: false)
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
        mistakes.append(
          ScoreMistake(region: id, event: slot.event, time: slot.passed, isMissed: true))
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
}
