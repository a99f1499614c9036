import ArgumentParser

/// `picket-page map`, which went: it stays known, so that its users read what to do.
struct MakeMap: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Went; board/map makes maps.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var words: [String] = []

  func run() throws {
    throw ValidationError(
      "picket-page has no map any more: run board/map in Picket's sources, with the same options")
  }
}
