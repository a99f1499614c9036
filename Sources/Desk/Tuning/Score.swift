package import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// How well the events of some walks were told.
package struct Score: Hashable, Sendable {
  /// Events that nothing is known to have led to.
  package private(set) var spurious = 0
  /// Crossings that had to be told.
  package private(set) var required = 0
  /// How many of them were not.
  package private(set) var missed = 0
  /// Short visits, which may be told.
  package private(set) var brief = 0
  /// How many of them were.
  package private(set) var briefTold = 0

  private var delays: [Double] = []

  /// Creates the score of no walk.
  package init() {}

  /// The delay in seconds that this share of the crossings that were told did not exceed.
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
    spurious += other.spurious
    required += other.required
    missed += other.missed
    brief += other.brief
    briefTold += other.briefTold
    delays += other.delays
  }

  // MARK: Truth

  /// Adds a walk of which the truth is known.
  package mutating func add(_ truth: Truth, events: [Event]) {
    for (id, region) in truth.regions.sorted(by: { $0.key < $1.key }) {
      let own = events.filter { $0.region == id && $0.kind != .dwell }
      add(region, events: own.sorted { $0.time < $1.time }, truth.start)
    }
  }

  private mutating func add(_ region: Truth.Region, events: [Event], _ start: Timestamp) {
    let told = match(region, events, start)
    for (index, slot) in region.slots.enumerated() {
      if slot.kind == .brief {
        brief += 1
        briefTold += told[index] == nil ? 0 : 1
      }
      guard slot.kind == .required else { continue }
      required += 1
      if let time = told[index] {
        delays.append(slot.passed.duration(to: time).inSeconds)
      } else if !Self.wasThere(slot, events, region.isInsideAtStart) {
        missed += 1
      }
    }
  }

  /// Gives each event the slot that it belongs to, and counts those that belong to none.
  private mutating func match(
    _ region: Truth.Region, _ events: [Event], _ start: Timestamp
  ) -> [Int: Timestamp] {
    // What must be told has an event before what may be.
    let ranks = Truth.Slot.Kind.allCases
    let order = region.slots.indices.sorted { left, right in
      func key(_ slot: Truth.Slot) -> (Int, Int64) {
        (ranks.firstIndex(of: slot.kind) ?? 0, slot.open.nanoseconds)
      }
      return key(region.slots[left]) < key(region.slots[right])
    }
    var told: [Int: Timestamp] = [:]
    for (number, event) in events.enumerated() {
      let slot = order.first { index in
        let slot = region.slots[index]
        return told[index] == nil && slot.event == event.kind
          && slot.open <= event.time && event.time <= slot.close
          && (slot.kind != .grazeBack || slot.pair.map { told[$0] != nil } == true)
      }
      if let slot {
        told[slot] = event.time
      } else if !(number == 0 && (event.kind == .enter) == region.isInsideAtStart
        && start.duration(to: event.time) <= .seconds(30))
      {
        // An event that only states where the walk begins is no mistake.
        spurious += 1
      }
    }
    return told
  }

  /// Whether the right side was told before, and nothing else since.
  private static func wasThere(
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

  /// So far from a mark an event is right whose border is the one that was marked.
  package static let reach = Duration.seconds(30)

  /// Adds a walk on which the carrier marked each passage of a border.
  ///
  /// An event is right when its border was passed within `reach` of a mark.
  /// A mark stands for one event of each region, the nearest one, and one
  /// without any is missed. The delay is from the mark to the first of them.
  package mutating func add(marks: [Timestamp], events: [Event]) {
    var nearest: [Int: [String: (apart: Duration, event: Event)]] = [:]
    for event in events where event.kind != .dwell {
      let moment = event.crossed ?? event.detected ?? event.time
      let distances = marks.enumerated().map { ($0, moment.duration(to: $1).magnitude) }
      guard let (mark, apart) = distances.min(by: { $0.1 < $1.1 }), apart <= Self.reach else {
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
