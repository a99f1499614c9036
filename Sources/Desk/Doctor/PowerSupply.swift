internal import Notation
internal import System

/// The power of a Raspberry Pi since its start, as the firmware reports it.
package struct PowerSupply: Hashable, Sendable {
  /// The bits of `vcgencmd get_throttled`; `nil` on other boards.
  package let bits: Int?
}

extension PowerSupply {
  /// Reads the bits from the firmware.
  package init() {
    let output = ProgramResult(of: ["vcgencmd", "get_throttled"], within: .seconds(3))
    self.init(bits: output.flatMap { Self.bits(in: $0.text) })
  }

  /// The bits in the output of vcgencmd, such as throttled=0x50005.
  package static func bits(in text: String) -> Int? {
    guard let start = text.firstIndex(ofText: "=0x") else { return nil }
    return Int(text[start...].dropFirst(3).prefix(while: \.isHexDigit), radix: 16)
  }

  /// The verdict on the power.
  var diagnosis: Diagnosis {
    guard let bits else {
      return Diagnosis(.power, .unused, "this board's firmware does not report its power")
    }
    let low = 0x1_0001
    guard bits & low == 0 else {
      let now = bits & 1 == 0 ? "was too low since the start" : "is too low now"
      return Diagnosis(
        .power, .wrong, "the voltage \(now)", "a thicker or shorter cable, or a stronger supply")
    }
    guard bits == 0 else {
      return Diagnosis(
        .power, .wrong, "the processor is or was slowed down: it is too hot", "give it air or shade"
      )
    }
    return Diagnosis(.power, .ok, "the voltage was never too low")
  }
}
