package import Geofence
internal import Notation
internal import RegionFiles

/// What is written down so that monitoring goes on where it stopped.
package struct SavedState: Hashable, Sendable {
  /// What the monitor knows.
  package var memory: Memory

  /// The numbers of the events whose signal may not have sounded.
  package var unsounded: [Int]

  /// Creates a state; without arguments, that of a board that was never started.
  package init(memory: Memory = Memory(), unsounded: [Int] = []) {
    self.memory = memory
    self.unsounded = unsounded
  }

  // MARK: JSON

  /// Why a text is not a state.
  package struct Mistake: Error {}

  /// The state as one JSON object on one line, its fields in the order of their names.
  package var encoded: String {
    var regions = JSONLine()
    for (id, known) in memory.regions.sorted(by: { $0.key < $1.key }) {
      var region = JSONLine()
      region.add("since", known.stay?.since.rfc3339)
      region.add("state", known.state.rawValue)
      region.add("told", known.stay?.told)
      regions.add(id, region)
    }
    var state = JSONLine()
    state.add("lat", memory.coordinate?.latitude, decimals: 9)
    state.add("lon", memory.coordinate?.longitude, decimals: 9)
    state.add("next", memory.nextSequence)
    state.add("regions", regions)
    state.add("seen", memory.seen?.rfc3339)
    state.add("unsounded", unsounded)
    return state.text
  }

  /// Reads what `encoded` made.
  ///
  /// - Throws: `Mistake`, or that of JSON.
  package init(decoding text: String) throws {
    let fields = try JSON.parse(text).object
    guard let next = fields?["next"]?.integer, next > 0, let regions = fields?["regions"]?.object,
      let unsounded = fields?["unsounded"]?.array?.map(\.integer)
    else { throw Mistake() }
    self.unsounded = unsounded.compactMap { $0 }
    memory = Memory(nextSequence: next, seen: fields?["seen"]?.timestamp)
    if let latitude = fields?["lat"]?.number, let longitude = fields?["lon"]?.number {
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      guard coordinate.isValid else { throw Mistake() }
      memory.coordinate = coordinate
    }
    for (id, region) in regions {
      guard let state = region.object?["state"]?.string.flatMap(RegionState.init) else {
        throw Mistake()
      }
      let told = region.object?["told"] == .boolean(true)
      let stay = region.object?["since"]?.timestamp.map { Stay(since: $0, told: told) }
      memory.regions[id] = Memory.Known(state: state, stay: stay)
    }
  }
}

extension JSON {
  fileprivate var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}
