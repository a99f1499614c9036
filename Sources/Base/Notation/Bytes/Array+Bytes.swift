import Glibc

/// Searches of the C library, which looks at many bytes at a time.
extension [UInt8] {
  /// Whether the array holds a byte; the corresponding C function is `memchr`.
  package func holds(_ byte: UInt8) -> Bool {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return memchr(start, Int32(byte), bytes.count) != nil
    }
  }

  /// Whether the array holds a text; it is fast where the last byte of the text is rare.
  package func holds(_ text: StaticString) -> Bool {
    let before = text.utf8CodeUnitCount - 1
    return withUnsafeBytes { bytes in
      guard before >= 0, bytes.count > before, let start = bytes.baseAddress else { return false }
      var place = before
      while let next = memchr(start + place, Int32(text.utf8Start[before]), bytes.count - place) {
        if memcmp(next - before, text.utf8Start, before) == 0 { return true }
        place = UnsafeRawPointer(next) - start + 1
      }
      return false
    }
  }

  /// Counts the occurrences of a text, up to `most`.
  package func count(of text: StaticString, upTo most: Int) -> Int {
    let size = text.utf8CodeUnitCount
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var found = 0
      var place = 0
      while found < most,
        let next = memchr(start + place, Int32(text.utf8Start.pointee), bytes.count - place)
      {
        place = UnsafeRawPointer(next) - start
        guard bytes.count - place >= size else { break }
        if memcmp(next, text.utf8Start, size) == 0 { found += 1 }
        place += 1
      }
      return found
    }
  }
}
