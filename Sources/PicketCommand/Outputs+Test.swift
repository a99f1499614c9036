import ArgumentParser
import Geofence
import Glibc
import Notation
import Outputs
import Picket
import RegionFiles
import System

extension Outputs {
  /// `picket outputs test`: a pattern on one output, or on each in turn.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Play a pattern on an output, or on each in turn.",
      discussion: """
        Ends with every output inactive, on SIGINT and SIGTERM as well. While a controller runs, \
        which holds its lines, that one plays it.
        """)

    @Argument(
      help: ArgumentHelp("The output; each in turn without it.", valueName: "name"),
      completion: .outputs)
    var name: String?

    @Option(help: "What to play, as in the configuration.")
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
        return try ask(connection)
      }
      let pattern = try Pattern(pattern)
      // Taken out by `wait`: nothing may end this process with an output active.
      var signals = sigset_t()
      sigemptyset(&signals)
      for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
      var before = sigset_t()
      pthread_sigmask(SIG_BLOCK, &signals, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

      let console = try Console.ofCommand(json: false)
      defer { console.finish() }
      let lines = try open(configuration, console)
      // Whoever tries a buzzer wants to hear it at any hour.
      (configuration.outputs.quiet.hours, configuration.outputs.quiet.isAlways) = (nil, false)
      var panel = Panel(configuration.outputs, offset: LocalTime.offset)
      for output in configuration.outputs.list {
        console.show("\(output.name): \(self.pattern)")
        let signal = Signal(name: "test", patterns: [output.name: pattern])
        try play(signal, by: &panel, on: lines, endingOn: signals)
      }
    }

    /// Has the controller that runs play it.
    private func ask(_ connection: ControlConnection) throws {
      var request = JSONLine.request("play")
      request.add("output", name)
      request.add("pattern", pattern)
      let reply = try ControlOption.ask(request, over: connection)
      for output in reply.texts("outputs") {
        print("\(output): \(pattern), played by the picket that runs")
      }
      if reply.flag("muted") {
        Log.write(.warning, "buzzers are muted, or the hours are quiet: they stay silent")
      }
    }

    /// The outputs to try.
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
        return TerminalLines(outputs.map(\.name), console: console)
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
      endingOn signals: sigset_t
    ) throws {
      try apply(panel.play(signal, at: MonotonicClock.now), to: lines)
      while let deadline = panel.deadline {
        if let number = wait(until: deadline, for: signals) {
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

    /// Waits for an instant, and gives the number of the signal that came before it.
    private func wait(until deadline: Instant, for signals: sigset_t) -> Int32? {
      var signals = signals
      let (seconds, attoseconds) =
        max(.zero, MonotonicClock.now.duration(to: deadline)).components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      let number = sigtimedwait(&signals, nil, &time)
      return number > 0 ? number : nil
    }
  }
}
