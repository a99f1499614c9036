internal import Notation
internal import Picket
internal import ReportPage

/// A page that needs nothing but itself: its style and its script are in it.
struct Page: Sendable {
  /// What it is about.
  let title: String

  /// What is said below the title, as markup.
  var lead = ""

  /// What it holds, as markup, one part after the other.
  var parts: [String] = []

  /// The numbers from which the script explains fixes, as JSON; without any there is nothing to tap.
  var data: String?

  /// The whole document.
  var html: String {
    let data = data.map { "<script type=\"application/json\" id=\"data\">\($0)</script>\n" } ?? ""
    var styles = LiftedStyles()
    let (lead, main) = (styles.lift(lead), styles.lift(parts.joined(separator: "\n")))
    let style = "\n\(Palette.css)\n\(Self.text(ReportPage.style))\(styles.css)"
    let script = "\n\(Self.text(ReportPage.script))"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy(style, script))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="picket">
      <title>\(Markup.text(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      <header><h1>\(Markup.name(title))</h1>
      \(lead)</header>
      <main>
      \(main)
      </main>
      \(data)<script>\(script)</script>
      </body>
      </html>

      """
  }

  /// What a browser lets the page do: use this style and run this script, and nothing else.
  ///
  /// They are known by their hashes, so that nothing runs that a name or a note has brought in,
  /// and nothing is fetched or sent.
  private static func policy(_ style: String, _ script: String) -> String {
    func source(_ text: String) -> String { "'sha256-\(Base64.text(SHA256.digest(text.utf8)))'" }
    return """
      default-src 'none'; style-src \(source(style)); script-src \(source(script)); \
      base-uri 'none'; form-action 'none'
      """
  }

  /// A part with a heading.
  static func section(_ id: String, _ heading: String, _ content: String) -> String {
    "<section id=\"\(id)\"><h2>\(heading)</h2>\n\(content)\n</section>"
  }

  /// Facts, each with its name; those that are empty are left out.
  static func facts(_ facts: [(name: String, value: String)]) -> String {
    let items = facts.filter { !$0.value.isEmpty }.map { fact in
      "<li><small>\(fact.name)</small> \(fact.value)</li>"
    }
    return "<ul class=\"facts\">\(items.joined())</ul>"
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
