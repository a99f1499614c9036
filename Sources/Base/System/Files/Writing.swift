import Glibc

/// Writing to a descriptor of any kind: a file, a pipe, a terminal.
package enum Writing {
  /// Writes all of the bytes, or as many as possible; the corresponding C function is `write`.
  ///
  /// The call waits for room, also in a pipe that does not block.
  ///
  /// - Returns: The number of bytes written, and the `errno` that stopped the writing, or 0.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) -> (count: Int, code: Int32) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        written += count
        continue
      }
      // A device that accepts nothing and reports no error would be tried forever.
      let code = count == 0 ? EIO : errno
      switch code {
      case EINTR: continue
      case EAGAIN:
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      default: return (written, code)
      }
    }
    return (written, 0)
  }
}
