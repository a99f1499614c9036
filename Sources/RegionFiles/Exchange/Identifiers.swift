internal import Base

/// Makes identifiers from names.
///
/// Letters become lower case, digits stay, and everything between them becomes
/// one hyphen. A name that occurs again gets a number: gate, gate-2. A name that is
/// too long for an identifier is cut.
struct Identifiers {
  private var reserved: Set<String>
  // The next number of each name that has occurred before.
  private var numbers: [String: Int] = [:]

  /// Creates identifiers other than the reserved ones.
  init(reserved: some Sequence<String>) {
    self.reserved = Set(reserved)
  }

  /// Reserves an identifier; returns whether it was free.
  mutating func reserve(_ id: String) -> Bool {
    reserved.insert(id).inserted
  }

  /// Makes an identifier from a name, and reserves it.
  mutating func make(of name: String, noun: String) -> String {
    var plain = Self.plain(name).cut(toBytes: NameLimit.bytes)
    if plain.isEmpty { plain = noun }
    var id = plain
    var number = numbers[plain] ?? 2
    while !reserve(id) {
      let ending = "-\(number)"
      id = plain.cut(toBytes: NameLimit.bytes - ending.utf8.count) + ending
      number += 1
    }
    numbers[plain] = number
    return id
  }

  /// A text without characters that nobody sees: marks of direction, joiners, the forms of emoji.
  static func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.properties.generalCategory != .format && !$0.properties.isVariationSelector
        }))
  }

  /// The letters and digits of a name, with hyphens between words.
  static func plain(_ name: String) -> String {
    visible(name).lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
