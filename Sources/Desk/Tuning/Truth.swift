package import Geofence
internal import Notation
internal import Outputs
internal import Picket
internal import System

/// What should have happened on a walk: which events are right, and when.
package struct Truth: Hashable, Sendable {
  /// What is true of one region.
  package struct Region: Hashable, Sendable {
    var isInsideAtStart: Bool
    var slots: [Slot]
  }

  /// A time in which one event is right.
  struct Slot: Hashable, Sendable {
    /// How much an event is asked for.
    enum Kind: String, CaseIterable, Hashable, Sendable {
      /// It must be told: from metres inside to metres outside or back, for half a minute.
      case required
      /// It may be told: a visit that is short.
      case brief
      /// It may be told if the way there was.
      case grazeBack = "graze_back"
      /// It may be told: out or in by some metres.
      case grazeOut = "graze_out"
    }

    var kind: Kind
    var event: Event.Kind
    /// When the border was passed.
    var passed: Timestamp
    var open: Timestamp
    var close: Timestamp
    /// Of a way back, the way there that must have been told.
    var pair: Int?
  }

  package var start: Timestamp
  package var regions: [String: Region]

  /// How many bytes its file may have: a slot needs 200, and a depth each second six.
  package static let longest = 64 << 20

  /// Reads a file, which may be packed by xz.
  package init(path: String) throws {
    let text = try PackedFile.text(of: path, limit: Self.longest)
    let json: JSON
    do throws(JSON.Mistake) {
      json = try JSON.parse(text)
    } catch {
      throw Problem(
        file: path, place: .text(line: error.line, column: error.column),
        wrong: "this is not JSON: \(error.reason)")
    }
    guard let start = json.object?["start"]?.timestamp,
      let regions = json.object?["regions"]?.object
    else {
      throw Problem(
        file: path, wrong: "there is no start or there are no regions",
        remedy: "give {\"start\":TIME,\"regions\":{ID:{\"initial\":\"outside\",\"slots\":[...]}}}")
    }
    self.start = start
    self.regions = [:]
    for (id, region) in regions {
      let slots = region.object?["slots"]?.array
      let read = slots?.compactMap(Slot.init)
      guard let initial = region.object?["initial"]?.string.flatMap(RegionState.init),
        let slots, let read, read.count == slots.count
      else {
        throw Problem(
          file: path, wrong: "what is said of the region \(id.quoted) is incomplete",
          remedy: """
            give "initial" and "slots", each with a kind, an event, and the times t, open and close
            """)
      }
      self.regions[id] = Region(isInsideAtStart: initial == .inside, slots: read)
    }
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
