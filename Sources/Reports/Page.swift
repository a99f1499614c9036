internal import Notation
internal import Picket

/// A page in one file, with its style and its script.
struct Page: Sendable {
  /// The title and heading.
  let title: String

  /// The markup below the title.
  var lead = ""

  /// The markup of the parts, in order.
  var parts: [String] = []

  /// The data from which the script draws the map and the timelines, and explains fixes.
  var data = JSONLine()

  /// The whole document.
  var html: String {
    let style = "\n\(Palette.css)\n\(PageSource.style)"
    let script = "\n\(PageSource.script)"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy(style, script))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="picket">
      <title>\(Markup.text(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      <header><h1>\(Markup.name(title))</h1>
      \(lead)</header>
      <main>
      \(parts.joined(separator: "\n"))
      </main>
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

  /// A part with a heading.
  static func section(_ id: String, _ heading: String, _ content: String) -> String {
    "<section id=\"\(id)\"><h2>\(heading)</h2>\n\(content)\n</section>"
  }

  /// A part with a heading, which unfolds; a printed page has it unfolded.
  static func folded(_ id: String, _ heading: String, _ content: String) -> String {
    """
    <section id="\(id)" aria-label="\(heading)"><details><summary>\(heading)</summary>
    \(content)
    </details></section>
    """
  }

  /// A list of facts, each with its name; empty facts are left out.
  static func facts(_ facts: [(name: String, value: String)]) -> String {
    let items = facts.filter { !$0.value.isEmpty }.map { fact in
      "<li><small>\(fact.name)</small> \(fact.value)</li>"
    }
    return "<ul class=\"facts\">\(items.joined())</ul>"
  }
}
