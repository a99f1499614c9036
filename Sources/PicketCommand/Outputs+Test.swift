import ArgumentParser
import Base
import Board
import Commands
import Geofence
import Picket
import Records
import RegionFiles

extension Outputs {
  /// `picket outputs test`: a pattern on one output, or on each in turn.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Play a pattern on an output, or on each in turn.",
      discussion: """
        A relay or a servo is only tried when it is named: it may move something. At the end every \
        output is inactive, also after SIGINT and SIGTERM. A controller that \
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
      let console = try Console.ofCommand(json: false)
      defer { console.finish() }
      let player = try OutputPlayer(configuration, console)
      let pattern = try Pattern(pattern)
      for output in configuration.outputs.list {
        console.show("\(output.name): \(self.pattern)")
        try player.play(Signal(name: "test", patterns: [output.name: pattern]))
      }
    }

    /// Makes the running controller play the pattern.
    private func play(over connection: ControlConnection) throws {
      var request = JSONLine.request("play")
      request.add("output", name)
      request.add("pattern", pattern)
      let answer = PlayAnswer(try ControlOption.reply(to: request, over: connection))
      for output in answer.outputs?.shown ?? [] {
        StandardOutput.print("\(output): \(pattern), played by the running picket")
      }
      if answer.isMuted {
        Log.write(.warning, "buzzers are muted, or the hours are quiet: they stay silent")
      }
    }

    /// The outputs to test.
    private func chosen(_ outputs: [Output]) throws -> [Output] {
      guard let name else {
        let tried = outputs.filter { !$0.kind.isSwitch }
        guard tried.isEmpty, !outputs.isEmpty else { return tried }
        Log.write(
          .error,
          "every output is a relay or a servo; name the one to try, such as \(outputs[0].name)")
        throw ExitCode(1)
      }
      let chosen = outputs.filter { $0.name == name }
      guard chosen.isEmpty else { return chosen }
      let known = outputs.map(\.name).joined(separator: ", ")
      Log.write(.error, "no output is called '\(name)'; the configuration has \(known)")
      throw ExitCode(1)
    }
  }
}
