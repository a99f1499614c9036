/// The brackets that are open at a place of a JSON text.
struct JSONScan {
  /// A bracket and the name of the member whose value begins with it.
  struct Bracket: Hashable {
    let isArray: Bool
    let name: String
  }

  private(set) var open: [Bracket] = []
  private(set) var isInText = false
  private var isEscaped = false
  private var word: [UInt8] = []
  private var hasColon = false
  /// The number of open brackets that are not kept: a file may have nothing else.
  private var deeper = 0
  private static let deepest = 128

  /// Reads the next byte.
  mutating func read(_ byte: UInt8) {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      } else if word.count < 16 {
        word.append(byte)
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInText = true
      word = []
      hasColon = false
    case UInt8(ascii: ":"): hasColon = true
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let name = hasColon ? String(decoding: word, as: UTF8.self) : ""
      hasColon = false
      if open.count < Self.deepest {
        open.append(Bracket(isArray: byte == UInt8(ascii: "["), name: name))
      } else {
        deeper += 1
      }
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if deeper > 0 { deeper -= 1 } else { _ = open.popLast() }
    default: break
    }
  }

  /// A text that ends early, without what is not complete in its lists of features and closed behind
  /// them; `nil` if it does not end early, or nothing in it is complete.
  static func completed(_ text: String) -> String? {
    var scan = JSONScan()
    var last: (count: Int, open: [Bracket])?
    for (index, byte) in text.utf8.enumerated() {
      let wasInText = scan.isInText
      scan.read(byte)
      guard byte == UInt8(ascii: "}"), !wasInText, let list = scan.open.last, list.isArray,
        scan.open.count == 1 || lists.contains(list.name) && scan.open.count <= 4
      else { continue }
      last = (index + 1, scan.open)
    }
    guard let last, scan.isInText || !scan.open.isEmpty else { return nil }
    return String(decoding: text.utf8.prefix(last.count), as: UTF8.self)
      + last.open.reversed().map { $0.isArray ? "]" : "}" }.joined()
  }

  /// Whether a text ends inside a value.
  static func endsEarly(_ text: String) -> Bool {
    var scan = JSONScan()
    for byte in text.utf8 { scan.read(byte) }
    return scan.isInText || !scan.open.isEmpty
  }

  /// The names of lists of features, of uMap, OwnTracks and Home Assistant too.
  private static let lists: Set = ["features", "layers", "waypoints", "items"]
}
