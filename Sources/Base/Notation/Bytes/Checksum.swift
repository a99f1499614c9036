/// The cyclic redundancy check of 32 bits that zip, PNG and Ethernet use.
///
/// ISO 3309, polynomial 0xEDB88320 in reversed order: it misses one damaged file in four thousand
/// million.
package enum Checksum {
  /// The checksum of some bytes.
  package static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    // Bytes in a row are read in place: the iterator of any sequence allocates for each byte.
    bytes.withContiguousStorageIfAvailable { sum(of: $0) } ?? sum(of: bytes)
  }

  private static func sum(of bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let half = sum >> 1
        sum = sum & 1 == 1 ? half ^ 0xEDB8_8320 : half
      }
    }
    return ~sum
  }
}
