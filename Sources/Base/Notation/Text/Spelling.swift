/// Finds the known word that an unknown word was meant to be.
package enum Spelling {
  /// The known words that may be meant: those that begin with the word, or else the nearest.
  package static func candidates(for word: String, in known: [String]) -> [String] {
    let longer = word.isEmpty ? [] : known.filter { plain($0).hasPrefix(plain(word)) }
    return longer.isEmpty ? nearest(to: word, in: known).map { [$0] } ?? [] : longer
  }

  /// The nearest known word, if it is near enough to be meant.
  package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
    let near = known.map { (word: $0, distance: distance(plain(word), plain($0))) }
      .filter { $0.distance <= max(1, $0.word.utf8.count / 3) }
    return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
  }

  /// The number of letters to insert, remove, change or swap with the next letter.
  ///
  /// This is the optimal string alignment distance, at most `limit`.
  package static func distance(_ first: String, _ second: String, limit: Int = 30) -> Int {
    let a = Array(first.unicodeScalars.prefix(limit))
    let b = Array(second.unicodeScalars.prefix(limit))
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in a.indices {
      var next = [i + 1]
      for j in b.indices {
        var least = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      before = row
      row = next
    }
    return row[b.count]
  }

  /// The word in lower case, without spaces, hyphens and underscores.
  package static func plain(_ word: String) -> String {
    word.prefix(100).lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}
