internal import Base
internal import Board
package import Geofence
package import Records
internal import RegionFiles

/// The saved state, with which monitoring continues where it stopped.
package struct SavedState: Hashable, Sendable {
  /// The monitor's part.
  package var memory: Memory

  /// The numbers of the events whose signal may not have sounded.
  package var unsounded: [Int]

  /// The regions of those events, by number; they are in the journal, not in the file of the state.
  package var unsoundedRegions: [Int: String] = [:]

  /// The reminders of each region on whose wrong side the carrier was.
  package var reminders: [String: SavedReminder]

  /// The relays and servos that were on.
  package var held: [String]

  /// The crossings of the alarms that went on, by their region.
  package var alarms: [String: Set<Event.Kind>]

  /// The anchors that were dropped.
  package var anchors: [Anchor]

  /// Creates a state; without arguments, that of a board that was never started.
  package init(
    memory: Memory = Memory(), unsounded: [Int] = [], reminders: [String: SavedReminder] = [:],
    held: [String] = [], alarms: [String: Set<Event.Kind>] = [:],
    anchors: [Anchor] = []
  ) {
    self.memory = memory
    self.unsounded = unsounded
    self.reminders = reminders
    self.held = held
    self.alarms = alarms
    self.anchors = anchors
  }

  // MARK: JSON

  /// The error that a text is not a state.
  package struct StateMistake: Error {}

  /// The state as one JSON object on one line, its fields in the order of their names.
  package var encoded: String {
    var regions = JSONLine()
    for (id, known) in memory.regions.sorted(by: { $0.key < $1.key }) {
      var region = JSONLine()
      region.add("since", known.stay?.since.rfc3339)
      region.add("state", known.state.rawValue)
      region.add("told", known.stay?.isReported)
      regions.add(id, region)
    }
    var state = JSONLine()
    if !memory.course.isEmpty { state.add("course", Self.json(of: memory.course)) }
    if !memory.crossedGates.isEmpty { state.add("crossed", Self.crossed(memory)) }
    if !memory.gates.isEmpty {
      var gates = JSONLine()
      for (id, passage) in memory.gates.sorted(by: { $0.key < $1.key }) {
        var gate = JSONLine()
        gate.add("crossed", passage.crossed.rfc3339)
        gate.add("side", passage.side.rawValue)
        gates.add(id, gate)
      }
      state.add("gates", gates)
    }
    if !alarms.isEmpty {
      var all = JSONLine()
      for (id, kinds) in alarms.sorted(by: { $0.key < $1.key }) {
        all.add(id, kinds.map(\.rawValue).sorted())
      }
      state.add("alarms", all)
    }
    if !anchors.isEmpty { state.add("anchors", anchors.map(\.answer.json)) }
    if !held.isEmpty { state.add("held", held) }
    state.add("lat", memory.coordinate?.latitude, decimals: 9)
    state.add("lon", memory.coordinate?.longitude, decimals: 9)
    state.add("next", memory.nextSequence)
    state.add("regions", regions)
    if !reminders.isEmpty {
      var all = JSONLine()
      for (id, one) in reminders.sorted(by: { $0.key < $1.key }) { all.add(id, one.json) }
      state.add("reminders", all)
    }
    state.add("seen", memory.seen?.rfc3339)
    if let speeding = memory.speeding {
      var line = JSONLine()
      line.add("region", speeding.region)
      line.add("since", speeding.since.rfc3339)
      line.add("top", speeding.topSpeed, decimals: 1)
      state.add("speeding", line)
    }
    if let starts = memory.starts { state.add("starts", Self.json(of: starts)) }
    state.add("unsounded", unsounded)
    state.add("wander", memory.wander, decimals: 2)
    return state.text
  }

  /// Reads a text that `encoded` made.
  ///
  /// - Throws: `StateMistake`, or `JSON.Mistake`.
  package init(decoding text: String) throws {
    let fields = try JSON.parse(text).object
    guard let next = fields?["next"]?.integer, next > 0, let regions = fields?["regions"]?.object,
      let unsounded = fields?["unsounded"]?.array?.map(\.integer)
    else { throw StateMistake() }
    self.unsounded = unsounded.compactMap { $0 }
    held = fields?["held"]?.array?.compactMap(\.string) ?? []
    reminders = (fields?["reminders"]?.object ?? [:]).compactMapValues(SavedReminder.init)
    alarms = (fields?["alarms"]?.object ?? [:]).compactMapValues { kinds in
      kinds.array.map { Set($0.compactMap { $0.string.flatMap(Event.Kind.init) }) }
    }
    anchors = (fields?["anchors"]?.array ?? []).compactMap(Anchor.init)
    memory = Memory(nextSequence: next, seen: fields?["seen"]?.timestamp)
    if let fields, fields["lat"] != nil, fields["lon"] != nil {
      guard let coordinate = Coordinate(fields) else { throw StateMistake() }
      memory.coordinate = coordinate
    }
    memory.wander = fields?["wander"]?.number.flatMap { $0 > 0 ? $0 : nil }
    memory.starts = try fields?["starts"]?.object.map(Self.starts)
    memory.course = fields?["course"]?.object?.compactMapValues(\.timestamp) ?? [:]
    memory.speeding = Self.speeding(fields?["speeding"]?.object)
    for (id, place) in fields?["crossed"]?.object ?? [:] {
      memory.crossedGates.insert(id)
      memory.crossedPlaces[id] = Self.place(place.object)
    }
    memory.gates = (fields?["gates"]?.object ?? [:]).compactMapValues { gate in
      guard let side = gate.object?["side"]?.string.flatMap(Event.Side.init),
        let crossed = gate.object?["crossed"]?.timestamp
      else { return nil }
      return Memory.Passage(side: side, crossed: crossed)
    }
    for (id, region) in regions {
      guard let state = region.object?["state"]?.string.flatMap(RegionState.init) else {
        throw StateMistake()
      }
      let isReported = region.object?["told"] == .boolean(true)
      let stay = region.object?["since"]?.timestamp.map { Stay(since: $0, isReported: isReported) }
      memory.regions[id] = Memory.Known(state: state, stay: stay)
    }
  }
}

extension SavedState {
  /// The first events of the regions of a course.
  private static func json(of course: [String: Timestamp]) -> JSONLine {
    var line = JSONLine()
    for (id, time) in course.sorted(by: { $0.key < $1.key }) { line.add(id, time.rfc3339) }
    return line
  }

  /// The gates whose last crossing is later than the position, with the places of these crossings.
  private static func crossed(_ memory: Memory) -> JSONLine {
    var all = JSONLine()
    for id in memory.crossedGates.sorted() {
      var line = JSONLine()
      let place = memory.crossedPlaces[id]
      line.add("lat", place?.coordinate.latitude, decimals: 9)
      line.add("lon", place?.coordinate.longitude, decimals: 9)
      line.add("time", place?.time.rfc3339)
      all.add(id, line)
    }
    return all
  }

  private static func place(_ fields: [String: JSON]?) -> Memory.Place? {
    guard let fields, let coordinate = Coordinate(fields), let time = fields["time"]?.timestamp
    else { return nil }
    return Memory.Place(coordinate: coordinate, time: time)
  }

  /// A time over a limit of speed.
  private static func speeding(_ fields: [String: JSON]?) -> Memory.Speeding? {
    guard let region = fields?["region"]?.string, let since = fields?["since"]?.timestamp,
      let top = fields?["top"]?.number
    else { return nil }
    return Memory.Speeding(region: region, since: since, topSpeed: top)
  }

  /// The beginnings of hours that were looked at.
  private static func json(of starts: Memory.Starts) -> JSONLine {
    var reported = JSONLine()
    for (id, time) in starts.reported.sorted(by: { $0.key < $1.key }) {
      reported.add(id, time.rfc3339)
    }
    var line = JSONLine()
    line.add("open", starts.open)
    // The rest is cut off, since a time that is rounded up could pass a beginning.
    let rest = starts.seen.nanoseconds % 1_000_000
    line.add("seen", Timestamp(nanoseconds: starts.seen.nanoseconds - rest).rfc3339)
    line.add("reported", reported)
    return line
  }

  private static func starts(_ fields: [String: JSON]) throws -> Memory.Starts {
    guard let seen = fields["seen"]?.timestamp else { throw StateMistake() }
    var starts = Memory.Starts(seen: seen)
    starts.open = fields["open"]?.array?.compactMap(\.string) ?? []
    starts.reported = fields["reported"]?.object?.compactMapValues(\.timestamp) ?? [:]
    return starts
  }
}

extension SavedState {
  /// Applies the events that were written to the journal after this state was saved.
  ///
  /// Their signals may not have sounded.
  package mutating func apply(_ found: Journal.Found) {
    for event in found.events where event.sequence >= memory.nextSequence {
      if event.kind.isCrossing { memory.starts?.reported[event.region] = event.time }
      switch event.kind {
      // The carrier was on that side before.
      case .enter where event.isScheduled, .exit where event.isScheduled: break
      case .enter:
        memory.regions[event.region] = Memory.Known(state: .inside, stay: Stay(since: event.time))
      case .exit: memory.regions[event.region] = Memory.Known(state: .outside)
      case .dwell: memory.regions[event.region]?.stay?.isReported = true
      case .speeding:
        memory.speeding = Memory.Speeding(
          region: event.region, since: event.crossed ?? event.time, topSpeed: event.topSpeed ?? 0)
      case .speedOK: memory.speeding = nil
      case .cross:
        memory.gates[event.region] = nil
        memory.crossedGates.insert(event.region)
        memory.crossedPlaces[event.region] = event.coordinate.map {
          Memory.Place(coordinate: $0, time: event.time)
        }
      }
      // The monitor keeps the regions of its course only.
      if event.kind != .speeding, event.kind != .speedOK {
        memory.course[event.region] = memory.course[event.region] ?? event.time
      }
      // Those of regions that do not latch are left out at the start.
      if event.kind.isCrossing { alarms[event.region, default: []].insert(event.kind) }
      // A crossing begins or ends reminders.
      if event.kind.isCrossing { reminders[event.region] = nil }
      // Other borders may have been passed in the same gap; their events must have `blind`, too.
      if !event.isBlind { memory.seen = max(event.time, memory.seen ?? event.time) }
      unsounded.append(event.sequence)
    }
    memory.nextSequence = max(memory.nextSequence, found.next) + found.unknown
    unsounded = Array(unsounded.suffix(Sequencer.mostEvents))
    let numbers = Set(unsounded)
    for event in found.events where numbers.contains(event.sequence) {
      unsoundedRegions[event.sequence] = event.region
    }
  }
}
