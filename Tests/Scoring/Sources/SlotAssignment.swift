import Geofence

/// The assignment of the events of a region to the slots of its truth, as good as possible.
///
/// As many slots as possible get an event, the required ones first. A carrier that paces over a
/// border makes slots that overlap: if each event took the first slot that is free, a later one
/// could remain without any.
struct SlotAssignment {
  /// The slot of each event that has one.
  private(set) var slotOfEvent: [Int: Int] = [:]

  // For each slot the events that fit it, the nearest to the passage first.
  private let fitting: [[Int]]

  /// Assigns events, which are in order of time, to slots.
  init(_ slots: [Truth.Slot], _ events: [Event]) {
    fitting = slots.map { slot in
      let fitting = events.indices.filter { index in
        slot.event == events[index].kind && slot.open <= events[index].time
          && events[index].time <= slot.close
      }
      func apart(_ index: Int) -> Double {
        abs(slot.passed.duration(to: events[index].time).inSeconds)
      }
      return fitting.sorted { (apart($0), $0) < (apart($1), $1) }
    }
    let ranked = slots.indices.sorted { left, right in
      func key(_ index: Int) -> (Int, Int64, Int) {
        (slots[index].kind.rank, slots[index].open.nanoseconds, index)
      }
      return key(left) < key(right)
    }
    for slot in ranked {
      var seen: Set<Int> = []
      _ = place(slot, &seen)
    }
    // The way back from a graze whose way there was not reported is not right.
    let used = Set(slotOfEvent.values)
    slotOfEvent = slotOfEvent.filter { _, index in
      slots[index].kind != .grazeBack || slots[index].pair.map(used.contains) == true
    }
  }

  /// Finds an event for a slot; another slot may have to change to a different event for that.
  private mutating func place(_ slot: Int, _ seen: inout Set<Int>) -> Bool {
    for event in fitting[slot] where seen.insert(event).inserted {
      if let owner = slotOfEvent[event], !place(owner, &seen) { continue }
      slotOfEvent[event] = slot
      return true
    }
    return false
  }
}

extension Truth {
  /// Whether an event without a slot reports a crossing that really happened.
  ///
  /// The carrier was on the other side since the region's last event, then on this one, and on this
  /// one within 3 s of the event: it paces over the border.
  func hasCrossed(_ event: Event, since last: Timestamp?) -> Bool {
    let before = last ?? event.time.advanced(by: .seconds(-30))
    let begin = before.advanced(by: .zero - Self.nearby)
    let length = begin.duration(to: event.time)
    guard length < Self.longestLook else { return false }
    func isOnSide(_ time: Timestamp) -> Bool? {
      depth(in: event.region, at: time).map { event.kind == .enter ? $0 > 0 : $0 < 0 }
    }
    let steps = Int((length + Self.nearby).inSeconds) + 2
    let sides = (0..<steps).map { isOnSide(begin.advanced(by: .seconds($0))) }
    guard let leave = sides.firstIndex(of: false), let come = sides.lastIndex(of: true),
      leave < come
    else { return false }
    return (-3...3).contains { isOnSide(event.time.advanced(by: .seconds($0))) == true }
  }

  /// The time by which an event may differ from a stay on the side that it reports.
  private static let nearby = Duration.seconds(3)

  /// An event that comes later than this after the last one is not compared with the truth.
  private static let longestLook = Duration.seconds(36_000)
}
