internal import Notation

extension BoardProfile {
  /// What there is to say about a machine.
  package static func answer(for machine: DeviceTree?, of boards: [BoardProfile]) -> [String] {
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
  package static func refusal(of name: String, _ boards: [BoardProfile]) -> String {
    let near = names(near: name, in: boards)
    let remedy =
      near.isEmpty
      ? "there are \(boards.map(\.name).listed())" : "did you mean \(near.listed("or"))?"
    return "there is no profile \(name.quoted); \(remedy)"
  }

  /// The boards, a line each.
  package static func listing(of boards: [BoardProfile]) -> [String] {
    Table.lines(of: boards.map { [$0.name, $0.title] }) { _ in false }
  }

  /// What to do without a profile.
  private static func help(_ boards: [BoardProfile]) -> [String] {
    [
      "",
      "`picket outputs list` and `gpioinfo` show its chips and lines. Give the lines of the",
      "buzzer and the LED in picket.toml, by name or by the chip's label and an offset.",
      "`picket board NAME` shows one of these, of which the parts are the same everywhere:",
      "",
    ] + listing(of: boards).map { "  " + $0 }
  }
}
