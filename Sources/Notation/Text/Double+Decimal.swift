extension Double {
  /// Reads a plain decimal number such as -0.142, correctly rounded; `nil` for any other text, and for
  /// one with too many digits.
  ///
  /// With at most fifteen digits both the digits and the power of ten are exact, so that their
  /// quotient is rounded only once, as `strtod` and libgps do. It takes a tenth of their time.
  package init?(decimal text: UnsafeBufferPointer<UInt8>) {
    let first = text.first == UInt8(ascii: "-") ? 1 : 0
    var digits: Int64 = 0
    var scale = 1.0
    var point: Int?
    // A point is not a digit, so this is one digit more than are exact.
    guard text.count - first <= Self.mostDigits + 1 else { return nil }
    for place in first..<text.count {
      switch text[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Int64(text[place] - UInt8(ascii: "0"))
        if point != nil { scale *= 10 }
      case UInt8(ascii: ".") where point == nil && place > first: point = place
      default: return nil
      }
    }
    let count = text.count - first - (point == nil ? 0 : 1)
    guard count > 0, count <= Self.mostDigits, point != text.count - 1 else { return nil }
    let number = Double(digits) / scale
    self = first == 1 ? -number : number
  }

  private static let mostDigits = 15
}
