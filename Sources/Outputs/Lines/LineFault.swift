/// The reason why a line cannot be used, with the name of the line and the remedy.
package struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault in one line, for a person.
  package let description: String

  /// Creates a fault.
  package init(_ description: String) {
    self.description = description
  }
}
