import Glibc

/// A C function that failed, with its `errno`.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The function and its object, such as "open /dev/gpiochip0".
  package let operation: String

  /// The value of `errno`.
  package let code: Int32

  /// Creates an error; without a code, with the `errno` of the last C function.
  package init(_ operation: String, code: Int32 = errno) {
    self.operation = operation
    self.code = code
  }

  /// The operation and the reason: "open /dev/gpiochip0: No such file or directory".
  package var description: String {
    "\(operation): \(reason)"
  }

  /// Whether there is nothing at a path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the system lacked descriptors, memory or room: the file is not the cause.
  package var isShortage: Bool {
    [EMFILE, ENFILE, ENOMEM, ENOBUFS, ENOSPC, EDQUOT].contains(code)
  }

  /// The code in words; the corresponding C function is `strerror`.
  package var reason: String {
    String(cString: strerror(code))
  }
}
