internal import Notation

/// Makes identifiers out of names.
///
/// Letters and digits stay, letters as small ones; whatever stands between
/// them becomes one hyphen. A name that comes again gets a number: gate, gate-2. One that is too
/// long for an identifier is cut.
struct Identifiers {
  private var taken: Set<String>
  // The number that a name gets when it comes next, where it has come before.
  private var numbers: [String: Int] = [:]

  /// Identifiers besides those that are taken.
  init(taken: some Sequence<String>) {
    self.taken = Set(taken)
  }

  /// Takes an identifier; returns whether it was free.
  mutating func take(_ id: String) -> Bool {
    taken.insert(id).inserted
  }

  /// The identifier that is made of a name, which is taken from then on.
  mutating func make(of name: String, noun: String) -> String {
    var plain = Self.plain(name).cut(toBytes: RegionLimits.name)
    if plain.isEmpty { plain = noun }
    var id = plain
    var number = numbers[plain] ?? 2
    while !take(id) {
      let ending = "-\(number)"
      id = plain.cut(toBytes: RegionLimits.name - ending.utf8.count) + ending
      number += 1
    }
    numbers[plain] = number
    return id
  }

  static func plain(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
