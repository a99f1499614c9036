import ArgumentParser

/// The command `picket`: what a person or systemd starts.
@main
struct PicketCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picket",
    abstract: "A geofence controller for a Linux board with a GPS receiver.",
    subcommands: [Check.self])
}
