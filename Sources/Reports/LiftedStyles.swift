internal import Notation
internal import RegionFiles

/// Moves the style attributes of a page into rules of its style sheet.
///
/// The page's policy allows the style sheet by its hash, and no style attribute.
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
      // Texts have their quotation marks escaped, so this is an attribute.
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
    // Written twice, the selector outranks a class and an element, as an attribute would.
    css += "[data-s=\"\(number)\"][data-s]{\(style)}\n"
    return number
  }

  private static let start = Array("style=\"".utf8)
}
