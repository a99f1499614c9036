import ArgumentParser
import Geofence
import Notation
import Outputs
import Picket
import Records
import RegionFiles
import System

extension Outputs {
  /// `picket outputs test`: a pattern on one output, or on each in turn.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Play a pattern on an output, or on each in turn.",
      discussion: """
        At the end every output is inactive, also after SIGINT and SIGTERM. A controller that \
        runs holds the lines: then the controller plays the pattern.
        """)

    @Argument(
      help: ArgumentHelp("The output; each in turn if not given.", valueName: "name"),
      completion: .outputs)
    var name: String?

    @Option(help: "The pattern, in the form of the configuration.")
    var pattern = "short short long"

    @OptionGroup var file: ConfigurationOption

    func validate() throws {
      do {
        _ = try Pattern(pattern)
      } catch {
        throw ValidationError("--pattern \"\(pattern)\": \(error)")
      }
    }

    func run() throws {
      var configuration = try file.configuration()
      configuration.outputs.list = try chosen(configuration.outputs.list)
      if let connection = Outputs.controller(of: configuration) {
        return try play(over: connection)
      }
      // No signal may end this process while an output is active: `wait` receives them instead.
      var signals = HeldSignals()
      defer { signals.release() }
      try play(configuration, endingOn: &signals)
    }

    /// Plays the pattern on the outputs of this process.
    private func play(
      _ configuration: Configuration, endingOn signals: inout HeldSignals
    ) throws {
      var configuration = configuration
      let pattern = try Pattern(pattern)
      let console = try Console.ofCommand(json: false)
      defer { console.finish() }
      let lines = try open(configuration, console)
      // The test of a buzzer sounds at any hour.
      (configuration.outputs.quiet.hours, configuration.outputs.quiet.isAlways) = (nil, false)
      var panel = Panel(configuration.outputs, offset: LocalTime.offset)
      for output in configuration.outputs.list {
        console.show("\(output.name): \(self.pattern)")
        let signal = Signal(name: "test", patterns: [output.name: pattern])
        try play(signal, by: &panel, on: lines, endingOn: &signals)
      }
    }

    /// Makes the running controller play the pattern.
    private func play(over connection: ControlConnection) throws {
      var request = JSONLine.request("play")
      request.add("output", name)
      request.add("pattern", pattern)
      let reply = try ControlOption.reply(to: request, over: connection)
      for output in reply.texts("outputs") {
        print("\(output): \(pattern), played by the running picket")
      }
      if reply.flag("muted") {
        Log.write(.warning, "buzzers are muted, or the hours are quiet: they stay silent")
      }
    }

    /// The outputs to test.
    private func chosen(_ outputs: [Output]) throws -> [Output] {
      guard let name else { return outputs }
      let chosen = outputs.filter { $0.name == name }
      guard chosen.isEmpty else { return chosen }
      let known = outputs.map(\.name).joined(separator: ", ")
      Log.write(.error, "no output is called '\(name)'; the configuration has \(known)")
      throw ExitCode(1)
    }

    private func open(
      _ configuration: Configuration, _ console: Console
    ) throws -> any OutputLines {
      let outputs = configuration.outputs.list
      guard configuration.outputs.kind == .gpiod else {
        Log.write(.info, "the configuration has no lines: the outputs are drawn on the terminal")
        return TerminalLines(outputs, console: console)
      }
      do {
        return try BoardLines(outputs)
      } catch {
        Log.write(.error, "\(error)")
        throw ExitCode(69)
      }
    }

    private func play(
      _ signal: Signal, by panel: inout Panel, on lines: any OutputLines,
      endingOn signals: inout HeldSignals
    ) throws {
      try apply(panel.play(signal, at: MonotonicClock.now), to: lines)
      while let deadline = panel.deadline {
        if let number = signals.wait(MonotonicClock.now.duration(to: deadline)) {
          try apply(panel.stop(), to: lines)
          throw ExitCode(128 + number)
        }
        try apply(panel.deadlineReached(at: MonotonicClock.now), to: lines)
      }
    }

    private func apply(_ changes: [Panel.Change], to lines: any OutputLines) throws {
      for change in changes {
        do {
          try lines.set(change.output, to: change.level)
        } catch {
          Log.write(.error, "output '\(change.output)': \(error)")
          throw ExitCode(69)
        }
      }
    }
  }
}
