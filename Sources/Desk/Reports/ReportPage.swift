package import Base
internal import Geofence
internal import Records

/// A report: a page in one file, with its data and the scripts that draw them.
package struct ReportPage: Sendable {
  /// The title and heading.
  let title: String

  /// The data, from which the scripts draw everything but the heading.
  var data = JSONLine()

  /// The notes at the foot.
  var notes: [PageNote] = []

  /// The maximum number of rows of each table.
  static let mostRows = 300

  /// A report without content.
  ///
  /// - Parameter span: The times of its beginning and end, in a zone.
  init(title: String, in zone: Zone, from span: (first: Timestamp, last: Timestamp)?) {
    self.title = title
    guard let span else { return }
    data.add("span", [span.first.milliseconds, span.last.milliseconds])
    data.add("zones", zone.leads(from: span.first, to: span.last))
  }

  /// The document in a language.
  package func html(in language: Language = .english) -> String {
    let style = "\n\(PageSource.style)"
    let script = "\n\(PageSource.script(in: language))"
    var data = data
    data.add("notes", notes.map(\.json))
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy(style, script))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="picket">
      <title>\(Markup.text(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      <header><h1><bdi>\(Markup.text(title))</bdi></h1></header>
      <main><noscript><p>A script draws this report.</p></noscript></main>
      <script type="application/json" id="data">\(Markup.json(data))</script>
      <script>\(script)</script>
      </body>
      </html>

      """
  }

  /// The policy for a browser: use this style, run this script, and nothing else.
  ///
  /// The hashes allow the style and the script alone: no script in a name or a note can run, and
  /// nothing is fetched or sent. Pictures of the ground are in the page, and the picture of a map that is
  /// saved is drawn as an image of the page.
  private func policy(_ style: String, _ script: String) -> String {
    func source(_ text: String) -> String { "'sha256-\(Base64.text(SHA256.digest(text.utf8)))'" }
    return """
      default-src 'none'; style-src \(source(style)); script-src \(source(script)); \
      img-src data:; base-uri 'none'; form-action 'none'
      """
  }
}

/// A note at the foot of a report: a sentence, which a script translates, and the values in it.
struct PageNote: Hashable, Sendable {
  let json: JSONLine

  init(_ sentence: String, _ values: [String: JSON] = [:]) {
    var line = JSONLine()
    line.add("say", sentence)
    line.add("values", .object(values))
    json = line
  }

  /// A note in the words of another part, which read the same in each language.
  init(verbatim text: String) { self.init("{text}", ["text": .string(text)]) }
}

extension JSON {
  /// A whole number.
  static func count(_ count: Int) -> JSON { .number(Double(count)) }
}

extension Timestamp {
  /// The milliseconds since 1970.
  var milliseconds: Int { Int((Double(nanoseconds) / 1e6).rounded()) }
}

extension Zone {
  /// The seconds by which its clocks are ahead of UTC, each with the time from which on they are.
  fileprivate func leads(from first: Timestamp, to last: Timestamp) -> [JSONLine] {
    func time(_ passed: Int) -> Timestamp { first.advanced(by: .milliseconds(passed)) }
    let length = max(0, Int(first.duration(to: last).inSeconds * 1000))
    var leads = [(passed: 0, ahead: offset(first))]
    // Clocks are set months apart.
    let step = max(900_000, length / 2000)
    for end in stride(from: step, to: length + step, by: step) {
      let ahead = offset(time(end))
      guard ahead != leads[leads.count - 1].ahead else { continue }
      var (early, late) = (end - step, end)
      while late - early > 1 {
        let middle = (early + late) / 2
        if offset(time(middle)) == ahead { late = middle } else { early = middle }
      }
      leads.append((late, ahead))
    }
    return leads.map { lead in
      var line = JSONLine()
      line.add("from", time(lead.passed).milliseconds)
      line.add("ahead", lead.ahead)
      return line
    }
  }
}
