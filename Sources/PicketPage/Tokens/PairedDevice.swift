internal import Base

/// A device that may visit the page, identified by the hash of its token.
struct PairedDevice: Hashable, Sendable {
  let name: String
  let scope: Scope
  /// The SHA-256 of its token, as hexadecimal digits.
  let digest: String
  /// The time of the pairing, by the clock of the board: RFC 3339.
  let made: String

  /// The longest name, in bytes.
  static let longestName = 100
}

extension PairedDevice {
  /// Reads a line of the file; `nil` when it is damaged.
  init?(line: String) {
    guard let fields = (try? JSON.parse(line))?.object, let name = fields["name"]?.string,
      let scope = fields["scope"]?.string.flatMap(Scope.init),
      let digest = fields["sha256"]?.string, digest.utf8.count == 64,
      let made = fields["made"]?.string
    else { return nil }
    self.init(name: name, scope: scope, digest: digest, made: made)
  }

  /// The name in a request: `{"name":"Ann's phone"}`.
  static func name(in body: [UInt8]) throws(Denial) -> String {
    let fields = (try? JSON.parse(String(decoding: body, as: UTF8.self)))?.object
    let name = (fields?["name"]?.string ?? "").onOneLine
      .split(separator: " ").joined(separator: " ")
    guard !name.isEmpty, name.utf8.count <= longestName else {
      throw Denial(400, Reason("denied.name", ["most": .count(longestName)]))
    }
    // Two names that look the same could not be told apart by their owner.
    let characters = name.unicodeScalars
    guard characters.allSatisfy({ $0.properties.generalCategory != .format }),
      characters.contains(where: Self.isSeen)
    else { throw Denial(400, Reason("denied.unseen")) }
    return name
  }

  /// Whether a character is a letter, a digit or a picture.
  private static func isSeen(_ character: Unicode.Scalar) -> Bool {
    let properties = character.properties
    return !properties.isDefaultIgnorableCodePoint
      && (properties.isAlphabetic || properties.numericType != nil
        || properties.isEmojiPresentation)
  }

  /// Its line in the file.
  var json: JSONLine {
    var line = JSONLine()
    line.add("name", name)
    line.add("scope", scope.rawValue)
    line.add("made", made)
    line.add("sha256", digest)
    return line
  }
}

/// A secret that a paired device shows: 160 random bits.
struct Token: Hashable, Sendable {
  /// Its 40 hexadecimal digits.
  let text: String

  private static let size = 20

  /// Creates a new token; on Linux the generator is `getrandom`.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = Self.hexadecimal((0..<Self.size).map { _ in generator.next() })
  }

  /// The hash of a token, which is all that is stored.
  static func digest(of text: String) -> String {
    hexadecimal(SHA256.digest(Array(text.utf8)))
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The rights of a visitor.
enum Scope: String, CaseIterable, Hashable, Sendable {
  /// Look.
  case view
  /// Look, and send orders.
  case control

  /// Whether the scope is enough where another scope is needed.
  func includes(_ other: Scope) -> Bool { self == .control || other == .view }
}
