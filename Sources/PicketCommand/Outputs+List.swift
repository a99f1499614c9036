import ArgumentParser
import Base
import Board
import Commands
import Picket

extension Outputs {
  /// `picket outputs list`: every GPIO line and PWM channel.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show every line and PWM channel, its holder and its use.",
      discussion: """
          picket outputs list
          picket outputs list --json
        """)

    @OptionGroup var file: ConfigurationOption

    @Flag(help: "Print a JSON object for each line and channel.")
    var json = false

    func run() throws {
      let listing = BoardListing(try file.configuration().outputs)
      for line in json ? listing.json : listing.text {
        json ? StandardOutput.print(json: line) : StandardOutput.print(line)
      }
      for fault in listing.faults { Log.write(.warning, fault.description) }
      guard !listing.isEmpty else {
        if listing.faults.isEmpty {
          Log.write(
            .error,
            "there is no GPIO chip (/dev/gpiochip*) and no PWM chip here; enable them in the kernel"
          )
        }
        throw ExitCode(69)
      }
    }
  }
}
