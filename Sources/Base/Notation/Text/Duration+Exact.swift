extension Duration {
  /// The seconds as an exact decimal number: 12.5, -0.000000001.
  package var exactSeconds: String {
    let (seconds, attoseconds) = components
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    guard attoseconds != 0 else { return "\(sign)\(seconds.magnitude)" }
    let digits = String(attoseconds.magnitude)
    let fraction = String(repeating: "0", count: 18 - digits.count) + digits
    return "\(sign)\(seconds.magnitude).\(fraction.trimmingTrailingZeros)"
  }

  /// Reads the text of `exactSeconds`; `nil` when it is not such a number.
  package init?(exactSeconds text: String) {
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }),
      let seconds = Int64(parts[0])
    else { return nil }
    var attoseconds: Int64 = 0
    if parts.count == 2 {
      let zeros = String(repeating: "0", count: max(0, 18 - parts[1].utf8.count))
      guard parts[1].utf8.count <= 18, let number = Int64(parts[1] + zeros) else { return nil }
      attoseconds = number
    }
    let sign: Int64 = text.hasPrefix("-") ? -1 : 1
    self.init(secondsComponent: sign * seconds, attosecondsComponent: sign * attoseconds)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

extension String {
  fileprivate var trimmingTrailingZeros: Substring {
    self[..<(lastIndex { $0 != "0" }.map(index(after:)) ?? startIndex)]
  }
}
