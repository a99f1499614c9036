import ArgumentParser
import Base
import Board
import Commands
import Picket

extension Outputs {
  /// `picket outputs off`: systemd runs it after the controller, however the controller ended.
  struct Off: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set every output inactive, unless another program holds it.",
      discussion: """
        A relay or a servo with at_end = "on" is set active. Prints what it switched off and what it \
        could not. The exit code is 69 when another \
        program holds an output or its line is unavailable: that output may be active.
        """)

    @OptionGroup var file: ConfigurationOption

    func run() throws {
      let configuration = try file.configuration()
      guard Outputs.controller(of: configuration) == nil else {
        Log.write(
          .error,
          "a picket runs and drives the outputs; silence it with picket mute, or stop it with "
            + "systemctl stop picket")
        throw ExitCode(69)
      }
      guard configuration.outputs.kind == .gpiod else {
        return StandardOutput.print("nothing to switch off: the outputs are drawn on the terminal")
      }
      let outcomes = BoardSilence.apply(configuration.outputs.list)
      if outcomes.isEmpty { StandardOutput.print("nothing to switch off: no output has a line") }
      var isComplete = true
      for outcome in outcomes {
        switch outcome {
        case .left(let output, let isActive, let place):
          let level = isActive ? "active, as its at_end says" : "inactive"
          StandardOutput.print("\(output): \(level), \(place)")
        case .fault(let fault):
          isComplete = false
          Log.write(.error, "not switched off: \(fault)")
        }
      }
      guard isComplete else { throw ExitCode(69) }
    }
  }
}
