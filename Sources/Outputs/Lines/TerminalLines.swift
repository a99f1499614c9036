internal import Notation
package import System

/// Outputs drawn on the terminal, for a machine without GPIO lines.
package final class TerminalLines: OutputLines {
  private let console: Console
  private var active: [(output: String, isActive: Bool)]

  /// Creates outputs of these names, all inactive.
  package init(_ outputs: [String], console: Console) {
    self.console = console
    active = outputs.map { ($0, false) }
    draw()
  }

  /// Draws one output as active or inactive.
  package func set(_ output: String, to level: Level) {
    guard let index = active.firstIndex(where: { $0.output == output }) else { return }
    active[index].isActive = level.isActive
    if console.isTerminal {
      draw()
    } else {
      console.show("    \(output) \(level.isActive ? "active" : "inactive")")
    }
  }

  private func draw() {
    console.stay(active.map { "\($0.isActive ? "●" : "○") \($0.output)" }.joined(separator: "  "))
  }
}
