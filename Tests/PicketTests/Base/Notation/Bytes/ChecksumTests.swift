import Base
import Testing

struct ChecksumTests {
  @Test func checksumsMatchTheStandard() {
    #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
    #expect(Checksum.crc32([]) == 0)
    #expect(Checksum.crc32("a".utf8) == 0xE8B7_BE43)
  }

  @Test func bytesOfAnySequenceHaveTheSameSum() {
    #expect(Checksum.crc32("123456789".utf8.lazy.map { $0 }) == 0xCBF4_3926)
  }

  @Test func everyFlippedBitIsFound() {
    let bytes = Array(#"{"next":17,"regions":{"orchard":{"state":"inside"}}}"#.utf8)
    let sum = Checksum.crc32(bytes)
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        #expect(Checksum.crc32(flipped) != sum)
      }
    }
  }
}
