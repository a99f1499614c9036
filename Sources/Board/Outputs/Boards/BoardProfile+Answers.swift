internal import Base

extension BoardProfile {
  /// The answer of `picket board` for a machine, one string a line.
  package static func answer(for machine: DeviceTree?, of boards: [BoardProfile]) -> [String] {
    guard let machine else {
      return ["This machine has no device tree, so its board is unknown."]
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

  /// The message that there is no profile of this name.
  package static func refusal(of name: String, _ boards: [BoardProfile]) -> String {
    let near = names(near: name, in: boards)
    let remedy =
      near.isEmpty
      ? "known: \(boards.map(\.name).listed())" : "did you mean \(near.listed("or"))?"
    return "there is no profile \(name.quoted); \(remedy)"
  }

  /// The boards, a line each.
  package static func listing(of boards: [BoardProfile]) -> [String] {
    Table.lines(of: boards.map { [$0.name, $0.title] }) { _ in false }
  }

  /// The advice for a machine without a profile.
  private static func help(_ boards: [BoardProfile]) -> [String] {
    [
      "",
      "`picket outputs list` and `gpioinfo` show its chips and lines. Give the lines of the",
      "buzzer and the LED in picket.toml, by name or by the chip's label and an offset.",
      "`picket board NAME` shows one of these; the parts are the same for every board:",
      "",
    ] + listing(of: boards).map { "  " + $0 }
  }
}
