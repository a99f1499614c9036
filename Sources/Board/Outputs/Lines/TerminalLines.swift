package import Base

/// Outputs drawn on the terminal, for a machine without GPIO lines.
package final class TerminalLines: OutputLines {
  private let outputs: [Output]
  private let console: Console
  private let showsLines: Bool
  private var active: [Bool]

  /// Creates outputs that are all inactive.
  ///
  /// - Parameter showsLines: Whether it prints a line for each change of an output, in place of one
  ///   for each signal.
  package init(_ outputs: [Output], console: Console, showsLines: Bool = false) {
    self.outputs = outputs
    self.console = console
    self.showsLines = showsLines
    active = outputs.map { _ in false }
    draw()
  }

  /// Draws one output as active or inactive.
  package func set(_ output: String, to level: Level) {
    guard let index = outputs.firstIndex(where: { $0.name == output }) else { return }
    active[index] = level.isActive
    if console.isTerminal {
      draw()
    } else if showsLines {
      console.show("    \(output) \(level.isActive ? "active" : "inactive")")
    }
  }

  /// Prints a signal that has begun.
  package func show(_ signal: PlayedSignal, isSilent: Bool) {
    guard !showsLines else { return }
    console.show("    ♪ \(signal.words(on: outputs, isSilent: isSilent))")
  }

  private func draw() {
    let drawn = zip(outputs, active).map { "\($1 ? "●" : "○") \($0.name)" }
    console.stay(drawn.joined(separator: "  "))
  }
}
