import Base
import Geofence
import Records

/// The regions, each with the side on which the board is, as the broker keeps them.
struct RegionStates: Hashable, Sendable {
  /// The state of one region.
  struct Known: Hashable, Sendable {
    /// The carrier's side of it, or that it has expired.
    var state: RegionsAnswer.Listing
    /// The time of the event that led to this state.
    var since: Timestamp?
    /// The depth at that event, in metres inside.
    var depth: Double?

    fileprivate var isSure: Bool { state == .inside || state == .outside }
  }

  /// The regions by their identifiers; `nil` before the controller has answered.
  private(set) var regions: [String: Known]?

  // The time for which a state is unsure before that is told to those who know only on and off.
  private let patience: Duration
  // The regions that are unsure and were sure before, each with the instant at which that is told.
  private var doubted: [String: Instant] = [:]

  // The last event of each region, also before the controller has answered.
  private var crossings: [String: Known] = [:]
  // The retained texts at the broker, by the identifiers of their regions.
  private var published: [String: String] = [:]

  // The last listed region of each state that has more regions; the lists are in order.
  private var lastListed: [RegionsAnswer.Listing: String] = [:]

  /// Creates states of which nothing is known.
  ///
  /// - Parameter patience: The time for which a state that was sure must be unsure before it is so here.
  init(patience: Duration = .zero) {
    self.patience = patience
  }

  /// The next instant at which the controller should be asked again, for a state that was unsure.
  var deadline: Instant? { doubted.values.min() }

  /// Applies an event, from the journal or from the controller.
  mutating func apply(_ fields: [String: JSON]) {
    guard let kind = fields["event"]?.string.flatMap(Event.Kind.init),
      kind == .enter || kind == .exit,
      let region = fields["region"]?.string
    else { return }
    let known = Known(
      state: kind == .enter ? .inside : .outside, since: fields["time"]?.timestamp,
      depth: fields["depth"]?.number)
    crossings[region] = known
    doubted[region] = nil
    let isWatched = regions?[region] != nil || leftOut(region, known) != nil
    if isWatched { regions?[region] = known }
  }

  /// Applies the controller's answer to the request for the regions.
  mutating func apply(_ answer: RegionsAnswer, at now: Instant) {
    var found: [String: Known] = [:]
    let earlier = doubted
    doubted = [:]
    lastListed = [:]
    for (state, listed) in answer.states {
      for region in listed.shown {
        let last = crossings[region]
        found[region] = last?.state == state ? last : Known(state: state)
        guard state == .unsure, let before = regions?[region], before.isSure else { continue }
        let due = earlier[region] ?? now.advanced(by: patience)
        guard due > now else { continue }
        doubted[region] = due
        found[region] = before
      }
      if listed.more > 0 { lastListed[state] = listed.shown.last ?? "" }
    }
    for (id, known) in regions ?? [:] where found[id] == nil { found[id] = leftOut(id, known) }
    regions = found
    // Crossings of regions that are no longer watched are not needed again.
    crossings = crossings.filter { found[$0.key] != nil || leftOut($0.key, $0.value) != nil }
  }

  /// Adopts the regions that the broker has from an earlier time and the answer may have left out.
  mutating func adopt(_ kept: Set<String>) {
    for id in kept where regions?[id] == nil {
      guard let known = leftOut(id, crossings[id]) else { continue }
      regions?[id] = known
    }
  }

  /// A region that the answer does not list; `nil` when it is not watched.
  ///
  /// A list has at most 2000 names. A region behind the last may be watched, and keeps its state.
  private func leftOut(_ id: String, _ last: Known?) -> Known? {
    let states = lastListed.filter { $0.value < id }.keys
    guard let state = states.first else { return nil }
    if let last, states.contains(last.state) { return last }
    return Known(state: states.count == 1 ? state : .unknown)
  }

  /// The regions that the board is inside.
  var inside: [String] {
    (regions ?? [:]).filter { $0.value.state == .inside }.keys.sorted()
  }

  /// Forgets the retained messages, since the broker may be a different one.
  mutating func forget() {
    published = [:]
  }

  /// The messages that bring the broker up to date; regions that are gone are removed there.
  ///
  /// - Parameter kept: The identifiers of regions that the broker has from an earlier time.
  mutating func messages(_ topics: Topics, kept: Set<String> = []) -> [Message] {
    guard let regions else { return [] }
    var messages: [Message] = []
    for id in Set(published.keys).union(kept).subtracting(regions.keys).sorted() {
      messages.append(Message(topics.region(id), "", isRetained: true))
      published[id] = nil
    }
    for (id, known) in regions.sorted(by: { $0.key < $1.key }) {
      let text = Self.text(id, known, board: topics.board)
      guard published[id] != text else { continue }
      published[id] = text
      messages.append(Message(topics.region(id), text, isRetained: true))
    }
    return messages
  }

  private static func text(_ id: String, _ known: Known, board: String) -> String {
    var line = JSONLine()
    line.add("board", board)
    line.add("region", id)
    line.add("state", known.state.rawValue)
    line.add("since", known.since?.rfc3339)
    line.add("depth", known.depth, decimals: 1)
    return line.text
  }
}
