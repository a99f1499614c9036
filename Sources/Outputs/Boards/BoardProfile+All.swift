internal import BoardProfiles
package import Notation
internal import System

extension BoardProfile {
  /// The profiles of all boards, by name.
  package static func all() throws(Problem) -> [BoardProfile] {
    var boards: [BoardProfile] = []
    for (name, bytes) in BoardProfiles.files {
      boards.append(
        try BoardProfile(profile: TextFile.text(bytes, path: "\(name).toml"), name: name))
    }
    return boards
  }

  /// The names that a person may have meant, the nearest first.
  package static func names(near name: String, in boards: [BoardProfile]) -> [String] {
    func holds(_ text: String, _ part: String) -> Bool { text.firstIndex(ofText: part) != nil }
    func distance(_ board: BoardProfile) -> Int {
      let plain = Spelling.plain(name)
      return [board.name, board.title].map(Spelling.plain).map { known in
        holds(known, plain) || holds(plain, known) ? 0 : Spelling.distance(plain, known)
      }
      .min() ?? .max
    }
    let near = boards.map { (name: $0.name, distance: distance($0)) }
      .filter { $0.distance <= max(2, name.utf8.count / 3) }
    // A board whose name contains the text is preferred to one whose name resembles it.
    let least = near.contains { $0.distance == 0 } ? near.filter { $0.distance == 0 } : near
    return least.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }
}
