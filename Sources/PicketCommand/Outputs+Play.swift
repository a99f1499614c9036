import ArgumentParser
import Base
import Board
import Commands
import Geofence
import Glibc
import Picket
import Records

extension Outputs {
  /// `picket outputs play`: a signal as it is on a walk, or all signals in turn.
  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Play a signal as on a walk, or all signals in turn.",
      discussion: """
        Each signal is named before it is played. At the end every output is inactive, also after \
        SIGINT and SIGTERM. A controller that runs holds the lines: then the controller plays it.

          picket outputs play enter
          picket outputs play all
        """)

    @Argument(
      help: ArgumentHelp("The signal, or `all`.", valueName: "signal"), completion: .signals)
    var name: String

    @OptionGroup var file: ConfigurationOption

    func run() throws {
      var configuration = try file.configuration()
      // They play no signal.
      configuration.outputs.list.removeAll(where: \.kind.isSwitch)
      let signals = try chosen(configuration.outputs)
      if let connection = Outputs.controller(of: configuration) {
        return try play(signals, rest: configuration.outputs.rest, over: connection)
      }
      let console = try Console.ofCommand(json: false)
      defer { console.finish() }
      let player = try OutputPlayer(configuration, console)
      for signal in signals {
        console.show(signal.words)
        try player.play(signal)
      }
    }

    /// The signals to play, in the order in which they would be played together.
    private func chosen(_ outputs: OutputSettings) throws -> [Signal] {
      if name == Self.all { return outputs.signals.values.sorted { $0.name < $1.name } }
      if let signal = outputs.signals[name] { return [signal] }
      let known = outputs.signals.keys.sorted()
      let meant = Spelling.nearest(to: name, in: known).map { "did you mean \($0.quoted)?" }
      Log.write(
        .error,
        "no signal is called \(name.quoted.onOneLine); \(meant ?? "there are \(known.listed())")")
      throw ExitCode(1)
    }

    /// Makes the running controller play the signals, one after the other.
    private func play(
      _ signals: [Signal], rest: Duration, over connection: ControlConnection
    ) throws {
      var isMuted = false
      for signal in signals {
        var request = JSONLine.request("play")
        request.add("signal", signal.name)
        let answer = PlayAnswer(try ControlOption.reply(to: request, over: connection))
        StandardOutput.print("\(signal.words), played by the running picket")
        isMuted = isMuted || answer.isMuted
        // Else they would wait behind one another without a name.
        guard signals.count > 1, let seconds = answer.seconds else { continue }
        usleep(UInt32((seconds + rest.inSeconds) * 1e6))
      }
      if isMuted {
        Log.write(.warning, "buzzers are muted, or the hours are quiet: they stay silent")
      }
    }

    /// The name that stands for all signals.
    private static let all = "all"
  }
}

extension Signal {
  /// The name, and the outputs that it uses.
  fileprivate var words: String {
    "\(name): \(patterns.isEmpty ? "silent" : patterns.keys.sorted().listed())"
  }
}
