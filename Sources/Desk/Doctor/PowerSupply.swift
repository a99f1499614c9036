internal import Base

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
      return Diagnosis(.power, .unused, "doctor.noPower")
    }
    let low = 0x1_0001
    guard bits & low == 0 else {
      let code = bits & 1 == 0 ? "doctor.wasLow" : "doctor.isLow"
      return Diagnosis(.power, .wrong, code, say: "do.cable")
    }
    guard bits == 0 else {
      return Diagnosis(.power, .wrong, "doctor.hot", say: "do.cool")
    }
    return Diagnosis(.power, .ok, "doctor.power")
  }
}
