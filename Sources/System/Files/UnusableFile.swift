/// The reason why a file cannot be read, unpacked or decoded.
package struct UnusableFile: Error, CustomStringConvertible {
  /// The problem and its remedy, on one line.
  package let description: String

  /// Whether a program is missing; the file itself may be fine.
  package let isMissingProgram: Bool

  /// Creates a reason.
  package init(description: String, isMissingProgram: Bool = false) {
    self.description = description
    self.isMissingProgram = isMissingProgram
  }
}
