internal import Notation
package import Records

extension StatusText {
  /// The approach cue that plays, such as `approach: orchard in 4 s`.
  package static func approach(_ cue: Reply) -> String {
    let region = (cue.text("region") ?? "?").onOneLine
    guard let seconds = cue.number("seconds"), seconds >= 0.5 else {
      return "at the border: \(region)"
    }
    return "approach: \(region) in \(seconds.secondsText(decimals: 0))"
  }
}
