/// A script that imports others by their paths on a page, made a part of one script with all of them.
package struct ScriptModule: Sendable {
  private let lines: [Substring]

  /// Creates a module with a text.
  package init(text: [UInt8]) {
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  /// The names of the scripts that it imports: `labels.js`.
  package var imported: [String] {
    lines.filter { $0.hasPrefix("import ") }
      .compactMap { $0.split(separator: "\"").dropFirst().first?.dropFirst() }.map(String.init)
  }

  /// It in a scope of its own, out of which it hands what it exports: one script imports nothing.
  package var scoped: String {
    let exported = lines.filter { $0.hasPrefix("export ") }
      .compactMap { line in line.split { !$0.isLetter && !$0.isNumber }.dropFirst(2).first }
    let names = exported.joined(separator: ", ")
    let body = own.map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
    return """
      const { \(names) } = (() => {
      \(body.joined(separator: "\n"))
      return { \(names) };
      })();

      """
  }

  /// It as a part of a module: in a scope of its own, and exported again, unless it waits as a whole.
  package var joined: String {
    if lines.contains(where: { $0.first?.isLowercase == true && $0.contains("await ") }) {
      return own.joined(separator: "\n") + "\n"
    }
    return "export \(scoped)"
  }

  private var own: [Substring] { lines.filter { !$0.hasPrefix("import ") } }
}
