/// Why a line cannot be used: what is wrong, with which line, and what to do.
package struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for a person.
  package let description: String

  /// Creates a fault.
  package init(_ description: String) {
    self.description = description
  }
}
