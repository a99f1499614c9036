#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where everything goes that went wrong.
struct StandardError: TextOutputStream {
  /// Writes a text; what cannot be written is nobody's to hear.
  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.write($0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(2, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(2, bytes.baseAddress, bytes.count)
    #endif
  }
}
