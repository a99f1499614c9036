package import Base

extension BoardProfile {
  /// The profile as JSON.
  package var json: JSONLine {
    var line = JSONLine()
    line.add("board", name)
    line.add("title", title)
    line.add("note", note)
    line.add("wiring", connections.map { Self.json($0.part, $0.pin) })
    line.add("settings", settings)
    line.add("receiver", uart.device)
    line.add("traps", traps.map(\.text))
    return line
  }

  private static func json(_ part: String, _ pin: Pin) -> JSONLine {
    var line = JSONLine()
    line.add("part", part)
    line.add("pin", pin.name)
    line.add("line", pin.line)
    line.add("chip", pin.chip)
    line.add("offset", pin.offset)
    line.add("function", pin.function)
    return line
  }

  /// The answer of `picket board --json` for a machine; it has `board` only with a profile.
  package static func json(for machine: DeviceTree?, of boards: [BoardProfile]) -> JSONLine {
    var line = JSONLine()
    line.add("model", machine?.model)
    if let machine {
      line.add("compatible", machine.compatible)
      if let board = boards.first(where: { $0.matches(machine) }) { line.add(board.json) }
    }
    return line
  }

  /// The name and the title, for a list of boards.
  package var entry: JSONLine {
    var line = JSONLine()
    line.add("board", name)
    line.add("title", title)
    return line
  }
}
