/// Why a line cannot be had: what, which line, and what to do.
package struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for a person.
  package let description: String

  /// Creates a fault.
  package init(_ description: String) {
    self.description = description
  }
}
