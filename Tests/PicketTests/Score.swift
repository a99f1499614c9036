import Geofence

@testable import Picket

/// What is true of a scored walk: which events are right, and when.
struct Truth: Decodable {
  struct Region: Decodable {
    var initial: String
    var slots: [Slot]
  }

  /// A time in which one event is right.
  struct Slot: Decodable {
    var kind: String
    var event: String
    /// When the border was passed.
    var t: String
    var open: String
    var close: String
    /// Of a way back, the way there that must have been told.
    var pair: Int?
  }

  var start: String
  var regions: [String: Region]
}

/// How well the events of some walks were told.
///
/// `board/score` prints more of the same. All times of a walk are written in
/// one form, so that they can be compared as they are.
struct Score {
  private(set) var spurious = 0
  private(set) var required = 0
  private(set) var missed = 0
  private(set) var brief = 0
  private(set) var briefTold = 0
  private var delays: [Double] = []

  /// The delay in seconds that this share of the crossings did not exceed.
  func delay(_ share: Double) -> Double {
    let sorted = delays.sorted()
    let place = Double(sorted.count - 1) * share
    let low = Int(place)
    let high = min(low + 1, sorted.count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }

  /// Adds a walk, whose events are "time region kind".
  mutating func add(_ truth: Truth, events: [String]) {
    let parts = events.sorted().map { $0.split(separator: " ").map(String.init) }
    for (id, region) in truth.regions {
      add(region, events: parts.filter { $0[1] == id }.map { ($0[0], $0[2]) }, truth.start)
    }
  }

  private mutating func add(
    _ region: Truth.Region, events: [(time: String, kind: String)], _ start: String
  ) {
    // A crossing that must be told has an event before a graze that may be.
    let rank = ["required": 0, "brief": 0, "graze_back": 1, "graze_out": 2]
    let order = region.slots.indices.sorted {
      let (left, right) = (region.slots[$0], region.slots[$1])
      return (rank[left.kind] ?? 3, left.open) < (rank[right.kind] ?? 3, right.open)
    }
    var told: [Int: String] = [:]
    for (number, event) in events.enumerated() {
      let slot = order.first { index in
        let slot = region.slots[index]
        return told[index] == nil && slot.event == event.kind
          && slot.open <= event.time && event.time <= slot.close
          && (slot.kind != "graze_back" || slot.pair.map { told[$0] != nil } == true)
      }
      if let slot {
        told[slot] = event.time
      } else if !(number == 0 && (event.kind == "enter") == (region.initial == "inside")
        && seconds(from: start, to: event.time) <= 30)
      {
        spurious += 1
      }
    }
    for (index, slot) in region.slots.enumerated() {
      if slot.kind == "brief" {
        brief += 1
        briefTold += told[index] == nil ? 0 : 1
      }
      guard slot.kind == "required" else { continue }
      required += 1
      if let time = told[index] {
        delays.append(seconds(from: slot.t, to: time))
      } else if !wasThere(slot, events, region.initial) {
        missed += 1
      }
    }
  }

  /// Whether the right side was told before, and nothing else since.
  private func wasThere(
    _ slot: Truth.Slot, _ events: [(time: String, kind: String)], _ initial: String
  ) -> Bool {
    let before = events.last { $0.time < slot.open }?.kind
    let side = before ?? (initial == "inside" ? "enter" : "exit")
    return side == slot.event
      && !events.contains {
        slot.open <= $0.time && $0.time <= slot.close && seconds(from: slot.t, to: $0.time) <= 30
      }
  }

  private func seconds(from start: String, to end: String) -> Double {
    guard let start = Timestamp(rfc3339: start), let end = Timestamp(rfc3339: end) else {
      return .nan
    }
    return start.duration(to: end).inSeconds
  }
}
