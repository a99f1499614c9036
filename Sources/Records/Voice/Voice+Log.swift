internal import Geofence
internal import Notation
internal import System

extension Voice {
  /// A line of the log for the carrier: with times of day, and without what only the log needs.
  ///
  /// The page's board.js does the same. A part that has no known form stays unchanged.
  package func carrierWords(_ line: String) -> String {
    let zone = LocalTime.shownZone
    let plain = line.replacing(
      #/\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/#
    ) { match in
      Timestamp(rfc3339: String(match.output.0)).map { String(zone.clock($0).prefix(8)) }
        ?? String(match.output.1)
    }
    return said(plain)
  }

  private func said(_ text: String) -> String {
    if text.wholeMatch(of: #/-?\d+(?:\.\d+)?(?: (?:m|km|s|min|h|°))?/#) != nil {
      return decimals(text)
    }
    for form in SentenceForm.all {
      guard let values = form.values(in: text) else { continue }
      return say(form.sentence) { name in
        values[name].map { name == "region" || name == "names" ? $0 : said($0) }
      }
    }
    for separator in ["; ", ", and ", ", "] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count > 1 else { continue }
      let joint = separator == ", and " && !isEnglish ? ", " : separator
      return parts.map { said(String($0)) }.joined(separator: joint)
    }
    guard let match = text.wholeMatch(of: #/(\d+) (\D.*)/#) else { return text }
    return "\(match.output.1) \(said(String(match.output.2)))"
  }
}
