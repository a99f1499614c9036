package import Base
package import Records

/// The first line for a carrier: what matters first, and what stands beside it.
///
/// The page's headline.js says the same of the same answer.
package struct Headline {
  /// The line.
  package let text: String

  /// What else matters, and the error and the age of the position.
  package let more: [String]

  /// Puts an answer to `status` into words.
  ///
  /// - Parameter near: The regions of a later fix.
  package init(_ status: StatusAnswer, near: [RegionAnswer] = [], in voice: Voice) {
    let matters = status.matters
    let words = matters.compactMap { $0.now(near).words.map(voice.say) }
    text = words.first ?? voice.say("waiting for picket")
    let isSeen = !matters.contains { $0.kind == .blind }
    let error = status.deviation.map { "± \(voice.metres(max(1, $0)))" }
    let age = status.age.map { voice.say("{time} ago", ["time": $0.elapsedText]) }
    more = words.dropFirst() + (isSeen ? [error, age].compactMap { $0 } : [])
  }
}
