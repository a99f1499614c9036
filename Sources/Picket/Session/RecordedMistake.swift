package import Receiver

/// A field of the wrong type, and the line that it is in.
package struct RecordedMistake: Hashable, Sendable {
  /// The mistake.
  package let mistake: FieldMistake

  /// The bytes of the line.
  package let line: [UInt8]

  /// The number of the line among those that were read, from 1.
  package let number: Int

  /// The mistake with its line in a recording.
  package func words(in path: String?) -> String {
    // Comments, empty lines and a receiver's own bytes were not counted.
    let number = path.flatMap { Capture.number(of: line, in: $0) } ?? number
    return "line \(number): \(mistake.words)"
  }
}
