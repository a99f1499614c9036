@testable import Base
@testable import Picket
@testable import RegionFiles

extension Target {
  /// An archive is imported, or each problem is one line; so is it with its checksums corrected.
  func checkArchives(_ bytes: [UInt8]) {
    for zip in [bytes, withChecksums(bytes)] where Archive.isArchive(zip) {
      expectImport(of: zip)
    }
  }

  /// The archive with the checksums that its files have: random inputs have wrong ones.
  private func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    func number(_ place: Int, _ width: Int) -> Int {
      guard place >= 0, place <= bytes.count - width else { return 0 }
      return (0..<width).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var result = bytes
    for place in bytes.indices where number(place, 4) == 0x0201_4b50 && place + 46 <= bytes.count {
      let offset = number(place + 42, 4)
      let start = offset + 30 + number(offset + 26, 2) + number(offset + 28, 2)
      let (packed, size) = (number(place + 20, 4), number(place + 24, 4))
      guard start <= bytes.count, packed <= bytes.count - start, size < 1 << 20 else { continue }
      var contents = Array(bytes[start..<start + packed])
      if number(place + 10, 2) == 8 {
        contents =
          (try? Unpacking.bytes(contents, isBare: true, limit: max(1, size))) ?? contents
      }
      let sum = Checksum.crc32(contents)
      for index in 0..<4 {
        result[place + 16 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index))
      }
    }
    return result
  }
}
