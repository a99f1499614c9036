internal import Base

/// A reason why an outline may differ from the border that was walked.
package enum OutlineDoubt: Hashable, Sendable, CustomStringConvertible {
  /// The walk ended this far from its beginning.
  case open(metres: Double)

  /// Loops of this area were left out, because the outline crossed itself.
  case loops(squareMetres: Double)

  /// The longest time without a fix, if it is long.
  case gap(seconds: Double)

  /// The doubt in words, for the user.
  package var description: String {
    switch self {
    case .open(let metres):
      "the end is \(metres.metresText(decimals: 0)) from the beginning: closed by a straight line"
    case .loops(let area):
      "the outline crosses itself: loops of \(ShapeWords.area(area)) were left out"
    case .gap(let seconds):
      "no fix for \(seconds.text(decimals: 0)) s: the outline is a straight line there"
    }
  }
}
