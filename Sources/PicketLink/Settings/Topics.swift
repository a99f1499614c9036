import Base

/// The names of a board's topics.
struct Topics: Hashable, Sendable {
  /// The first levels of all topics.
  let prefix: String

  /// The name of the board.
  let board: String

  /// The beginning of all topics of the board, without the last slash.
  var root: String { "\(prefix)/\(board)" }

  /// Events, one message each.
  var event: String { "\(root)/event" }

  /// Positions.
  var position: String { "\(root)/position" }

  /// The state of the board, retained.
  var status: String { "\(root)/status" }

  /// The state of the board's connection, retained.
  var online: String { "\(root)/online" }

  /// The link that is connected as this board, retained.
  var session: String { "\(root)/session" }

  /// The state of a region, retained.
  ///
  /// In its identifier the characters that topics reserve or forbid, and `%`, are escaped as in a
  /// URL.
  func region(_ id: String) -> String { "\(root)/region/\(Self.level(id))" }

  /// A manifest of regions for this board alone.
  var regionsSet: String { "\(root)/regions/set" }

  /// The result of the last manifest.
  var regionsResult: String { "\(root)/regions/result" }

  /// Orders for this board.
  var order: String { "\(root)/order" }

  /// The beginning of the topics of answers to orders, without the last slash.
  var answer: String { "\(root)/answer" }

  /// Whether a topic is one for an answer to an order.
  func isAnswer(_ topic: String) -> Bool {
    topic.hasPrefix("\(answer)/") && Self.fault(in: topic, isOneLevel: false, longest: 255) == nil
  }

  /// A manifest of regions for a group of boards.
  func fleetRegions(group: String) -> String { "\(prefix)/fleet/\(group)/regions" }

  /// A text as one level of a topic.
  static func level(_ text: String) -> String {
    var level = ""
    for scalar in text.unicodeScalars {
      guard
        scalar.value <= 0x20 || scalar.value == 0x7F || "/+#%".unicodeScalars.contains(scalar)
          || scalar.properties.isNoncharacterCodePoint
      else {
        level.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        let digits = String(byte, radix: 16, uppercase: true)
        level += "%" + (digits.count == 1 ? "0\(digits)" : digits)
      }
    }
    return level
  }

  /// The reason for which a text cannot be a part of a topic; `nil` when it can.
  static func fault(
    in text: String, isOneLevel: Bool, longest: Int = longest
  ) -> String? {
    if text.isEmpty { return "is empty" }
    if text.utf8.count > longest { return "has more than \(longest) bytes" }
    if text.hasControls { return "has a control character" }
    if text.contains(text: "+") || text.contains(text: "#") {
      return "has a + or #, which select topics"
    }
    if isOneLevel, text.contains(text: "/") { return "has a /, which separates levels" }
    if text.hasPrefix("$") { return "begins with $, which brokers reserve" }
    if text.hasPrefix("/") || text.hasSuffix("/") || text.contains(text: "//") {
      return "has an empty level"
    }
    return nil
  }

  // In bytes: a topic with the identifier of a region stays below the 256 of some services.
  private static let longest = 100
}
