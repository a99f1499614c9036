import ArgumentParser
import Base
import Board
import Commands
import Picket

extension Outputs {
  /// `picket outputs given-up`: systemd runs it when it starts the controller no more.
  struct GivenUp: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "given-up",
      abstract: "Repeat on each status light that no controller runs.",
      discussion: """
        The unit picket-given-up runs it after systemd has given picket up, until picket is started \
        again. The pattern is given_up of [status].
        """)

    @OptionGroup var file: ConfigurationOption

    func run() throws {
      var configuration = try file.configuration()
      // A relay or a buzzer stays as it was left.
      configuration.outputs.list.removeAll { !$0.showsStatus }
      guard !configuration.outputs.list.isEmpty else {
        return StandardOutput.print("no light has status = true")
      }
      guard Outputs.controller(of: configuration) == nil else {
        return StandardOutput.print("a picket runs, and shows its own status")
      }
      let console = try Console.ofCommand(json: false)
      defer { console.finish() }
      try OutputPlayer(configuration, console).show(.givenUp)
    }
  }
}
