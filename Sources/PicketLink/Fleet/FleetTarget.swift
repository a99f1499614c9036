import Base

/// The boards that an update of regions is for: one board, or a group.
enum FleetTarget: Hashable, Sendable {
  /// All boards of a group.
  case group(String)
  /// One board.
  case board(String)

  /// The name under which a board counts the versions.
  ///
  /// It is signed, so an update for one group cannot be sent to another.
  var source: String {
    switch self {
    case .group(let name): "fleet/\(name)"
    case .board(let name): "board/\(name)"
    }
  }

  /// The topic of the manifest, retained.
  func topic(prefix: String) -> String {
    switch self {
    case .group(let name): Topics(prefix: prefix, board: "").fleetRegions(group: name)
    case .board(let name): Topics(prefix: prefix, board: name).regionsSet
    }
  }

  /// The topic of a part of an update, retained, or of all of them for `+`.
  func topic(prefix: String, version: Int, part: String) -> String {
    "\(topic(prefix: prefix))/\(version)/\(part)"
  }

  /// The number of the part in a topic; `nil` if the topic is not that of a part of this version.
  func part(of topic: String, prefix: String, version: Int) -> Int? {
    let start = self.topic(prefix: prefix, version: version, part: "")
    guard topic.hasPrefix(start) else { return nil }
    let name = topic.dropFirst(start.count)
    // `Int` also reads `+7` and `007`.
    return Int(name).flatMap { "\($0)" == name ? $0 : nil }
  }
}
