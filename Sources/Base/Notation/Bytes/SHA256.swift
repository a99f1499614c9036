/// SHA-256 (FIPS 180-4), which identifies a page's scripts and the regions of a fleet.
package struct SHA256: Sendable {
  private var state: Words
  private var schedule: [UInt32]
  // The bytes of a block that is not complete yet.
  private var rest: [UInt8] = []
  private var count = 0

  /// Eight words; a tuple, since an array for each of 64 rounds takes a hundred times as long.
  private typealias Words = (
    UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32
  )

  /// Creates the hash of no bytes.
  package init() {
    state = (
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19
    )
    schedule = [UInt32](repeating: 0, count: 64)
    rest.reserveCapacity(Self.block)
  }

  /// The hash of some bytes, which has 32 bytes.
  package static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.add(Array(bytes))
    return hash.digest
  }

  /// The hash of some bytes as 64 hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.hexadecimal
  }

  /// Adds bytes after the earlier ones.
  package mutating func add(_ bytes: [UInt8]) {
    count += bytes.count
    var start = 0
    if !rest.isEmpty {
      start = min(Self.block - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == Self.block else { return }
      mix(rest, at: 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= Self.block {
      mix(bytes, at: start)
      start += Self.block
    }
    rest += bytes[start...]
  }

  /// The hash of all bytes so far.
  package var digest: [UInt8] {
    var end = self
    let bits = UInt64(count) * 8
    end.add([0x80] + [UInt8](repeating: 0, count: (119 - count % Self.block) % Self.block))
    end.add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    let words = end.state
    return [words.0, words.1, words.2, words.3, words.4, words.5, words.6, words.7]
      .flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  /// The hash of all bytes so far as 64 hexadecimal digits.
  package var hexadecimal: String { Self.text(digest) }

  /// Whether a text is a hash as `hexadecimal` writes it.
  package static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { digits.contains($0) }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  // MARK: Blocks

  // The size of a block in bytes.
  private static let block = 64

  private mutating func mix(_ bytes: [UInt8], at start: Int) {
    for index in 0..<16 {
      let place = start + 4 * index
      let high = UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
      schedule[index] = high | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
    }
    for index in 16..<64 {
      let (a, b) = (schedule[index - 15], schedule[index - 2])
      let low = Self.turned(a, 7) ^ Self.turned(a, 18) ^ a >> 3
      let high = Self.turned(b, 17) ^ Self.turned(b, 19) ^ b >> 10
      schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
    }
    var (a, b, c, d, e, f, g, h) = state
    for index in 0..<64 {
      let high = Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)
      let choice = e & f ^ ~e & g
      let one = h &+ high &+ choice &+ Self.constants[index] &+ schedule[index]
      let low = Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ low &+ majority)
    }
    state = (
      state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f,
      state.6 &+ g, state.7 &+ h
    )
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
