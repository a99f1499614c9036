internal import Notation

/// The table `[boards]`: the page also shows the boards of a broker.
struct BoardsSettings: Hashable, Sendable {
  /// The path of a file for `picket-link`, which names the broker.
  let link: String

  /// Reads the table; `nil` without it.
  static func read(_ top: inout TOMLSection) -> BoardsSettings? {
    var section = top.section("boards")
    let expected = "the path of a link.toml that names the broker"
    let link = section.string("link", expected: expected)
    if section.exists, link == nil, !section.has("link") {
      section.note("link", "there is no link in [boards]", remedy: "give \(expected)")
    }
    top.add(section.finished())
    return link.map { BoardsSettings(link: $0.resolved(besides: top.file)) }
  }
}
