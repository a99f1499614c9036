import ArgumentParser
import Picket

/// `picket board`: what this board is, its lines, how to wire it.
struct Board: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell what this board is, how to wire it and what to watch out for.",
    discussion: """
      Without a name it looks at what the machine calls itself in its device tree. A machine \
      that has no profile is no mistake; a name that has none ends with 1.

        picket board
        picket board raspberry-pi-5
        picket board --list
      """)

  @Argument(help: "A board, in place of the one that this runs on.")
  var name: String?

  @Flag(help: "List the boards that there are profiles of.")
  var list = false

  func validate() throws {
    guard !list || name == nil else {
      throw ValidationError("--list lists every board; leave \(name ?? "") out")
    }
  }

  func run() throws {
    let boards: [Picket.Board]
    do {
      boards = try Picket.Board.all()
    } catch {
      Log.write(error)
      throw ExitCode(1)
    }
    if list { return show(Self.listing(of: boards)) }
    guard let name else {
      return show(Self.answer(for: DeviceTree(), of: boards))
    }
    guard let board = boards.first(where: { $0.name == name }) else {
      Log.write(.error, Self.refusal(of: name, boards))
      throw ExitCode(1)
    }
    show(board.lines)
  }

  /// What there is to say about a machine.
  static func answer(for machine: DeviceTree?, of boards: [Picket.Board]) -> [String] {
    guard let machine else {
      return ["This machine has no device tree, so it cannot tell what board it is."]
        + help(boards)
    }
    guard let board = boards.first(where: { $0.matches(machine) }) else {
      let compatible = machine.compatible.joined(separator: ", ")
      return [
        "This machine is \(machine.model), which has no profile.",
        "Its device tree is compatible with \(compatible.isEmpty ? "nothing" : compatible).",
      ] + help(boards)
    }
    return ["This machine is \(machine.model): \(board.name)", ""] + board.lines
  }

  /// Why there is no such board.
  static func refusal(of name: String, _ boards: [Picket.Board]) -> String {
    let near = Picket.Board.names(near: name, in: boards)
    let names = near.isEmpty ? boards.map(\.name) : near
    return "there is no profile \"\(name)\"; "
      + (near.isEmpty ? "there are \(names.joined(separator: ", "))" : "")
      + (near.isEmpty ? "" : "did you mean \(names.joined(separator: " or "))?")
  }

  /// The boards, a line each.
  static func listing(of boards: [Picket.Board]) -> [String] {
    let width = boards.map(\.name.count).max() ?? 0
    return boards.map { board in
      board.name + String(repeating: " ", count: width - board.name.count + 2) + board.title
    }
  }

  /// What to do without a profile.
  private static func help(_ boards: [Picket.Board]) -> [String] {
    [
      "",
      "`picket outputs list` and `gpioinfo` show its chips and lines. Give the lines of the",
      "buzzer and the LED in picket.toml, by name or by the chip's label and an offset.",
      "`picket board NAME` shows one of these, of which the wiring is the same everywhere:",
      "",
    ] + listing(of: boards).map { "  " + $0 }
  }

  private func show(_ lines: [String]) {
    for line in lines { print(line) }
  }
}
