internal import Notation
internal import RegionFiles

/// The style attributes of a page as rules of its style sheet.
///
/// A policy that knows the style sheet by its hash lets no attribute through.
struct LiftedStyles: Sendable {
  /// The rules.
  private(set) var css = ""

  private var numbers: [String: Int] = [:]

  /// Markup with a number in place of each style attribute.
  mutating func lift(_ markup: String) -> String {
    let bytes = Array(markup.utf8)
    var lifted: [UInt8] = []
    lifted.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      // Quotation marks are escaped in texts: this is an attribute.
      guard bytes[index...].starts(with: Self.start),
        let end = bytes[(index + Self.start.count)...].firstIndex(of: UInt8(ascii: "\""))
      else {
        lifted.append(bytes[index])
        index += 1
        continue
      }
      let style = String(decoding: bytes[(index + Self.start.count)..<end], as: UTF8.self)
      lifted += Array("data-s=\"\(number(of: style))\"".utf8)
      index = end + 1
    }
    return String(decoding: lifted, as: UTF8.self)
  }

  private mutating func number(of style: String) -> Int {
    if let number = numbers[style] { return number }
    let number = numbers.count
    numbers[style] = number
    // Twice, so that it counts for more than a class and an element, as an attribute does.
    css += "[data-s=\"\(number)\"][data-s]{\(style)}\n"
    return number
  }

  private static let start = Array("style=\"".utf8)
}
