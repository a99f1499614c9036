internal import Notation
package import Records

extension StatusText {
  /// The region whose limit of speed the carrier exceeds; `nil` for none.
  package static func speeding(_ reply: Reply) -> String? {
    reply.text("speeding").map { "over the limit of \($0.onOneLine)" }
  }

  /// Why limits of speed are not judged; `nil` when they are, or when there are none.
  package static func missingSpeed(_ reply: Reply) -> String? {
    guard reply.flag("speed_missing") else { return nil }
    return "limits of speed are not judged: the receiver reports no speed (Doppler)"
  }
}
