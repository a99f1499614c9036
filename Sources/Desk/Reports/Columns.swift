internal import Base
internal import Geofence
internal import Picket
internal import RegionFiles

/// Whole numbers as a text: seven bits to a byte, the lowest first, in base 64.
///
/// A number has its sign in its lowest bit, so that small numbers are short.
enum Columns {
  /// The text of numbers.
  static func text(_ numbers: [Int]) -> String {
    var bytes: [UInt8] = []
    for number in numbers {
      var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
      while rest > 0x7F {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return Base64.text(bytes)
  }

  /// The text of the differences from each number to the next.
  static func steps(_ numbers: [Int]) -> String {
    var last = 0
    return text(
      numbers.map { number in
        defer { last = number }
        return number - last
      })
  }

  /// The number of a state; the script has the states in this order.
  static func code(of state: RegionState) -> Int {
    switch state {
    case .unknown: 0
    case .outside: 1
    case .inside: 2
    case .unsure: 3
    }
  }

  /// Places as columns of steps.
  static func places(_ places: [MapFrame.Place]) -> JSONLine {
    var line = JSONLine()
    line.add("x", steps(places.map(\.x)))
    line.add("y", steps(places.map(\.y)))
    return line
  }
}
