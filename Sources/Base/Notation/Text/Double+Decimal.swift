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

extension Double {
  /// The number of these digits with this many of them after the point, correctly rounded.
  ///
  /// A number of 53 bits and each of the powers of ten are exact, so that their quotient is rounded only
  /// once. For more digits, a whole division of 128 bits leaves 63 bits of the quotient and, as the last
  /// bit, whether there is a rest: more than rounding needs.
  ///
  /// - Precondition: There are at most 19 decimals.
  package init(digits: UInt64, decimals: Int) {
    guard digits >= 1 << 53 else {
      self = Double(Int64(bitPattern: digits)) / Self.scales[decimals]
      return
    }
    let divisor = Self.powers[decimals]
    let (shift, divisorShift) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let whole = digits << UInt64(shift)
    let (quotient, rest) = (divisor << UInt64(divisorShift))
      .dividingFullWidth((whole >> 1, whole << 63))
    self = Double(
      sign: .plus, exponent: divisorShift - shift - 63,
      significand: Double(rest == 0 ? quotient : quotient | 1))
  }

  private static let scales = powers.map { Double($0) }

  private static let powers: [UInt64] = (0..<20).map {
    (0..<$0).reduce(1) { power, _ in power * 10 }
  }
}
