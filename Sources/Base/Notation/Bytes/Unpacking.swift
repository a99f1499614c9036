internal import CZlib

/// Unpacks gzip, and what zip archives have.
package enum Unpacking {
  /// The reason why bytes cannot be unpacked.
  package struct Failure: Error {
    /// The reason.
    package let reason: String
    /// What to do; `nil` when only the writer of the bytes can do something.
    package let remedy: String?
  }

  /// Whether bytes begin as gzip does.
  package static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// The unpacked bytes, at most this many; the corresponding C function is `inflate`.
  ///
  /// - Parameter isBare: Whether they are without the frame of gzip or zlib, as in a zip archive.
  package static func bytes(
    _ packed: [UInt8], isBare: Bool = false, limit: Int
  ) throws(Failure) -> [UInt8] {
    var code = 0
    // A few bytes may unpack to a thousand times as many: only the pages that are written count.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      code = picket_unpack(packed, packed.count, isBare, buffer.baseAddress, limit)
      count = max(0, code)
    }
    switch code {
    case Int(PICKET_UNPACK_NO_LIBRARY):
      throw Failure(reason: "libz.so.1 is missing", remedy: "apt install zlib1g")
    case Int(PICKET_UNPACK_TOO_LONG):
      throw Failure(reason: "it unpacks to more than \(limit >> 10) KiB", remedy: nil)
    case ..<0: throw Failure(reason: "it cannot be unpacked", remedy: nil)
    // A copy, without the memory that was reserved for more bytes.
    default: return Array(bytes[...])
    }
  }
}

/// Packs bytes with gzip.
package enum Packing {
  /// The packed bytes; `nil` if they are no fewer, or libz.so.1 is missing.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      count = picket_pack(bytes, bytes.count, buffer.baseAddress, bytes.count)
    }
    // A copy, without the memory that was reserved for more bytes.
    return packed.isEmpty ? nil : Array(packed[...])
  }
}
