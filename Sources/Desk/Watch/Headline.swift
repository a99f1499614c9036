internal import Notation
package import Records

/// The first line for a carrier: where they are, or why that is not known.
///
/// The page's headline.js says the same, and counts by itself between the board's messages.
package struct Headline {
  private let status: StatusAnswer
  private let near: [RegionAnswer]
  private let ahead: String?
  private let voice: Voice

  /// Puts an answer to `status` into words.
  ///
  /// - Parameters:
  ///   - near: Regions with their states and depths, in place of those of the answer.
  ///   - ahead: The region whose border comes nearer.
  package init(
    _ status: StatusAnswer, near: [RegionAnswer]? = nil, ahead: String? = nil, in voice: Voice
  ) {
    self.status = status
    self.near = near ?? status.near.shown
    self.ahead = ahead
    self.voice = voice
  }

  /// The line.
  package var text: String {
    guard let age = status.age else {
      return voice.say("no position yet: {advice}", ["advice": advice])
    }
    guard isSeen else {
      return voice.say(
        "no GPS for {time}: {advice}", ["time": age.elapsedText, "advice": advice])
    }
    let inside = inside
    if let first = inside.first {
      let state = voice.say("INSIDE {names}", ["names": listed(inside)])
      return first.depth.map { depth in
        "\(state) · \(voice.say("{metres} to the border", ["metres": voice.metres(depth)]))"
      } ?? state
    }
    return doubt ?? outside
  }

  /// What stands beside it: the error and the age of the position, or where the carrier was last.
  package var more: [String] {
    guard let age = status.age else { return [] }
    guard isSeen else {
      let inside = inside
      return inside.isEmpty ? [] : [voice.say("last inside {names}", ["names": listed(inside)])]
    }
    let error = status.deviation.map { "± \(voice.metres(max(1, $0)))" }
    return [error, voice.say("{time} ago", ["time": age.elapsedText])].compactMap { $0 }
  }

  // MARK: Without a position

  /// Whether the position is of now.
  private var isSeen: Bool {
    guard let age = status.age, !status.isBlind else { return false }
    return age < patience
  }

  /// The seconds without a position that are usual for this receiver.
  private var patience: Double { max(5, 1.5 * (status.interval ?? 1) + 2) }

  /// What to do while there is no position.
  private var advice: String {
    let agreement = voice.say(Reason("lacks.agreement"))
    return status.lack.map { voice.say(Reason("lacks.\($0)"), or: agreement) } ?? agreement
  }

  // MARK: With a position

  private struct RegionDepth {
    var region: String
    var depth: Double?
  }

  /// The regions that the carrier is inside, the one with the nearest border first.
  private var inside: [RegionDepth] {
    let known = near.filter { $0.state == "inside" }.map {
      RegionDepth(region: $0.name, depth: $0.depth)
    }
    let names = Set(near.compactMap(\.region))
    let others = status.inside.shown.filter { !names.contains($0) }
      .map { RegionDepth(region: $0) }
    return known.sorted { abs($0.depth ?? 1e9) < abs($1.depth ?? 1e9) } + others
  }

  private func listed(_ places: [RegionDepth]) -> String {
    let names = places.map(\.region)
    return names.count < 3
      ? names.joined(separator: ", ")
      : voice.say("{name} and {count} more", ["name": names[0], "count": "\(names.count - 1)"])
  }

  /// A state that is not believed, or not known yet; `nil` when all are.
  private var doubt: String? {
    if let unsure = near.first(where: { $0.state == "unsure" }) {
      let values = ["region": Reason.Value.text(unsure.name)]
      return voice.say(
        Reason("unsure.\(unsure.was ?? "near")", values),
        or: voice.say(Reason("unsure.near", values)))
    }
    guard let unknown = near.first(where: { $0.state == "unknown" }) else { return nil }
    return voice.say(
      "not sure yet: {metres} from the border of {name}",
      [
        "metres": voice.metres(unknown.depth ?? 0),
        "name": unknown.name,
      ])
  }

  private var outside: String {
    let outside = voice.say("outside")
    let first = near.compactMap { one in one.depth.map { (one, $0) } }
      .max { $0.1 < $1.1 }
    guard let (region, depth) = first else {
      return status.watched == 0
        ? voice.say("no regions yet: draw the first") : outside
    }
    let name = region.name
    let values: KeyValuePairs = ["name": name, "metres": voice.metres(depth)]
    let place =
      name == ahead
      ? voice.say("{name} {metres} ahead", values) : voice.say("{name} {metres} away", values)
    return "\(outside) · \(place)"
  }
}
