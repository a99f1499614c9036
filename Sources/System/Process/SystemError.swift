import Glibc

/// A C function that failed, with the errno it left.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The function and what it was called for, such as "open /dev/gpiochip0".
  package let operation: String

  /// The value of `errno`.
  package let code: Int32

  /// Creates an error; without a code, with the one that the last C function left.
  package init(_ operation: String, code: Int32 = errno) {
    self.operation = operation
    self.code = code
  }

  /// The operation and the reason: "open /dev/gpiochip0: No such file or directory".
  package var description: String {
    "\(operation): \(reason)"
  }

  /// What `strerror` says about the code.
  package var reason: String {
    String(cString: strerror(code))
  }
}
