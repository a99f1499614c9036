import Base
import Board
import Geofence
import Picket

/// The truth of a walk: which events are right and when, and where the carrier was.
struct Truth: Hashable, Sendable {
  /// The truth of one region.
  struct Region: Hashable, Sendable {
    /// Whether the carrier began inside.
    var isInsideAtStart: Bool

    /// The intervals in which events are right.
    var slots: [Slot]

    /// The carrier's depth inside at each step, in metres; empty if it is not known.
    var depths: [Double] = []
  }

  /// An interval in which one event is right.
  struct Slot: Hashable, Sendable {
    /// Whether an event is required.
    enum Kind: String, CaseIterable, Hashable, Sendable {
      /// Required: from metres inside to metres outside or back, for half a minute.
      case required
      /// Allowed: a short visit.
      case brief
      /// Allowed, as the way back, if the way there was reported.
      case grazeBack = "graze_back"
      /// Allowed: out or in by some metres.
      case grazeOut = "graze_out"

      /// The rank: slots of the lowest rank get an event first.
      var rank: Int {
        switch self {
        case .required: 0
        case .brief: 1
        case .grazeOut: 2
        case .grazeBack: 3
        }
      }
    }

    /// Whether the event is required.
    var kind: Kind
    /// The event that is right.
    var event: Event.Kind
    /// The time at which the border was passed.
    var passed: Timestamp
    /// The first time at which the event is right.
    var open: Timestamp
    /// The last time at which the event is right.
    var close: Timestamp
    /// The index of the slot of the way there, for a way back.
    var pair: Int?
  }

  /// The start of the walk.
  var start: Timestamp

  /// The end of the walk; `nil` if the file does not contain it.
  var end: Timestamp?

  /// The kind of the walk; `nil` if the file does not contain it.
  var kind: String?

  /// The truth of each region.
  var regions: [String: Region]

  /// The seconds from one depth, or place, to the next.
  var step = 1.0

  /// The carrier's place at each step; empty if the file does not contain it.
  var path: [Coordinate] = []

  /// The limit of the file in bytes: a slot needs 200, and the depth of each second needs 6.
  static let longest = 64 << 20

  /// Creates a truth that has neither an end nor places.
  init(start: Timestamp, regions: [String: Region]) {
    (self.start, self.regions) = (start, regions)
  }

  /// Reads a file, which may be packed by xz.
  init(path: String) throws {
    let text = try PackedFile.text(of: path, limit: Self.longest)
    let json: JSON
    do throws(JSON.Mistake) {
      json = try JSON.parse(text)
    } catch {
      throw Problem(
        file: path, place: .text(line: error.line, column: error.column),
        wrong: "this is not JSON: \(error.reason)")
    }
    guard let fields = json.object, let start = fields["start"]?.timestamp,
      let regions = fields["regions"]?.object
    else {
      throw Problem(
        file: path, wrong: "there is no start or there are no regions",
        remedy: "give {\"start\":TIME,\"regions\":{ID:{\"initial\":\"outside\",\"slots\":[...]}}}")
    }
    self.start = start
    end = fields["end"]?.timestamp
    kind = fields["kind"]?.string
    if let step = fields["depth_step_s"]?.number, step > 0 { self.step = step }
    self.path = (fields["path"]?.array ?? []).compactMap { place in
      guard let place = place.array, place.count == 2, let latitude = place[0].number,
        let longitude = place[1].number
      else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    self.regions = [:]
    for (id, region) in regions {
      let slots = region.object?["slots"]?.array
      let read = slots?.compactMap(Slot.init)
      guard let initial = region.object?["initial"]?.string.flatMap(RegionState.init),
        let slots, let read, read.count == slots.count
      else {
        throw Problem(
          file: path, wrong: "the entry of the region \(id.quoted) is incomplete",
          remedy: """
            give "initial" and "slots", each with a kind, an event, and the times t, open and close
            """)
      }
      self.regions[id] = Region(
        isInsideAtStart: initial == .inside, slots: read,
        depths: (region.object?["depth"]?.array ?? []).compactMap(\.number))
    }
  }

  /// Whether the depths in a region are known at a time.
  func covers(_ time: Timestamp, _ region: String) -> Bool {
    let place = start.duration(to: time).inSeconds / step
    return place >= 0 && place < Double((regions[region]?.depths.count ?? 0) - 1)
  }

  /// The carrier's depth inside a region at a time, in metres.
  func depth(in region: String, at time: Timestamp) -> Double? {
    guard let depths = regions[region]?.depths, let last = depths.indices.last else { return nil }
    let place = min(max(start.duration(to: time).inSeconds / step, 0), Double(last))
    let low = Int(place)
    let high = min(low + 1, last)
    return depths[low] + (depths[high] - depths[low]) * (place - Double(low))
  }
}

extension Truth.Slot {
  fileprivate init?(_ json: JSON) {
    guard let fields = json.object, let kind = fields["kind"]?.string.flatMap(Kind.init),
      let event = fields["event"]?.string.flatMap(Event.Kind.init),
      let passed = fields["t"]?.timestamp, let open = fields["open"]?.timestamp,
      let close = fields["close"]?.timestamp
    else { return nil }
    self.init(
      kind: kind, event: event, passed: passed, open: open, close: close,
      pair: fields["pair"]?.integer)
  }
}

extension JSON {
  /// The number, if it is finite.
  fileprivate var number: Double? {
    if case .number(let number) = self, number.isFinite { number } else { nil }
  }
}
