import ArgumentParser
import Base
import Board
import Commands
import Desk
import Picket

/// `picket board`: the kind of this board, its lines and its wiring.
struct Board: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what this board is, how to wire it and what to watch out for.",
    discussion: """
      Without a name it reads the model of this machine from its device tree. A machine without \
      a profile is not an error; a name without a profile ends with 1.

        picket board
        picket board raspberry-pi-5
        picket board --list
      """)

  @Argument(help: "The board; this machine if not given.")
  var name: String?

  @Flag(help: "List the boards that have a profile.")
  var list = false

  @Flag(help: "Print JSON objects.")
  var json = false

  func validate() throws {
    guard !list || name == nil else {
      throw ValidationError("--list lists every board; leave \(name ?? "") out")
    }
  }

  func run() throws {
    let boards: [BoardProfile]
    do {
      boards = try BoardProfile.all()
    } catch {
      Log.write(error)
      throw ExitCode(1)
    }
    if list {
      return show(json ? boards.map(\.entry.text) : BoardProfile.listing(of: boards))
    }
    guard let name else {
      if json {
        return StandardOutput.print(json: BoardProfile.json(for: DeviceTree(), of: boards).text)
      }
      return show(BoardProfile.answer(for: DeviceTree(), of: boards))
    }
    guard let board = boards.first(where: { $0.name == name }) else {
      Log.write(.error, BoardProfile.refusal(of: name, boards))
      throw ExitCode(1)
    }
    show(json ? [board.json.text] : board.lines)
  }

  private func show(_ lines: [String]) {
    for line in lines { StandardOutput.print(line) }
  }
}
