import ArgumentParser
import Base
import Board
import Commands
import Desk
import Geofence
import Picket
import Records
import RegionFiles

/// `picket doctor`: the faults of this set-up and their remedies.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check everything that Picket needs, and print what is wrong and what to do.",
    discussion: """
      It looks at the files, the outputs, the unit, gpsd and its receiver, the clock, the disk and \
      the power, and prints a line for each: ok, wrong, not known or not used. It changes nothing, \
      and works with and without a running picket. It listens to gpsd for up to ten seconds. \
      As root it sees more. The exit code is 1 if anything is wrong.

        picket doctor
        sudo picket doctor
        picket doctor --json
      """)

  @OptionGroup var file: ConfigurationOption

  @Flag(help: "Print a JSON object for each thing.")
  var json = false

  func run() throws {
    let speech = Speech.ofEnvironment
    if !json { Log.write(.info, speech.words(Reason("doctor.looking"))) }
    let diagnoses = examination().diagnoses
    for diagnosis in diagnoses {
      json
        ? StandardOutput.print(json: diagnosis.json.text)
        : StandardOutput.print(diagnosis.text(speech))
    }
    if !json { StandardOutput.print(speech.words(diagnoses.summary)) }
    if diagnoses.contains(where: { $0.result == .wrong }) { throw ExitCode(1) }
  }

  /// Examines everything.
  private func examination() -> Examination {
    let (settings, problems) = Settings.check(configurationPath: file.config, regionsPath: nil)
    let configuration = settings.configuration
    let path = settings.configurationPath ?? Configuration.defaultPath
    let isUnits = path == Configuration.defaultPath
    let receiver = ReceiverProbe(configuration.gpsd).run()
    let defaults = GPSDDefaults()
    let ports = (receiver.devices?.map(\.path) ?? []) + defaults.devices
    let hasHours = settings.regions.contains { $0.active != nil }
    return Examination(
      files: SettingsFiles(
        settings, problems: problems,
        doubts: problems.isEmpty ? SettingsOptions.doubts(of: settings) : []),
      outputs: BoardOutputs(configuration.outputs), membership: Membership(),
      rights: isUnits
        ? [Configuration.defaultPath, configuration.regions.file].compactMap(FileRights.init(of:))
        : [],
      unit: isUnits
        ? UnitState(of: "picket.service").map { .known($0) } ?? .unmanaged
        : .other(configuration: path),
      controller: ControllerState(socket: configuration.socketPath), defaults: defaults,
      receiver: receiver,
      clock: BoardClock(needsZone: hasHours || configuration.outputs.quiet.hours != nil),
      console: SerialConsole(receivers: ports),
      folder: StateFolder(
        path: configuration.state.directory, journalSize: configuration.journal.size),
      power: PowerSupply(), companions: [.link(), .page()], now: SystemClock.now)
  }
}
