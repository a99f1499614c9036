package import Base
package import Geofence

/// Everything that was looked at, and the verdicts on it.
///
/// An examination only judges findings that were read before, so tests can try each broken set-up.
package struct Examination: Sendable {
  /// The configuration and the regions.
  package var files: SettingsFiles

  /// The outputs.
  package var outputs: BoardOutputs

  /// The groups of users.
  package var membership: Membership

  /// The rights of the files of the unit; empty for another configuration.
  package var rights: [FileRights]

  /// The unit.
  package var unit: Unit

  /// The answer of the controller.
  package var controller: ControllerState

  /// The set-up of gpsd.
  package var defaults: GPSDDefaults

  /// The reports of gpsd.
  package var receiver: ReceiverAccount

  /// The machine's clock.
  package var clock: BoardClock

  /// The serial ports.
  package var console: SerialConsole

  /// The folder of the state.
  package var folder: StateFolder

  /// The power.
  package var power: PowerSupply

  /// The programs next to the controller.
  package var companions: [Companion]

  /// The machine's time.
  package var now: Timestamp

  /// Creates an examination of findings.
  package init(
    files: SettingsFiles, outputs: BoardOutputs, membership: Membership, rights: [FileRights],
    unit: Unit, controller: ControllerState, defaults: GPSDDefaults, receiver: ReceiverAccount,
    clock: BoardClock, console: SerialConsole, folder: StateFolder, power: PowerSupply,
    companions: [Companion], now: Timestamp
  ) {
    self.files = files
    self.outputs = outputs
    self.membership = membership
    self.rights = rights
    self.unit = unit
    self.controller = controller
    self.defaults = defaults
    self.receiver = receiver
    self.clock = clock
    self.console = console
    self.folder = folder
    self.power = power
    self.companions = companions
    self.now = now
  }

  /// The verdicts, in the order in which a person would look.
  package var diagnoses: [Diagnosis] {
    let unit = unit.diagnosis(isRunning: controller.isRunning)
    // A configuration with mistakes does not name the intended outputs.
    let outputs =
      files.isConfigured
      ? outputs.diagnoses(controller, isRoot: membership.isRoot)
      : [Diagnosis(.outputs, .unknown, "doctor.unusableFile")]
    let clocks = receiver.clocks
    let time = clocks?.doubt?.isImpossible == true ? now : clocks?.receiver ?? now
    return files.diagnoses(at: time) + outputs
      + [
        membership.access(to: rights), membership.group, unit,
        controller.controller(unit, configurationPath: files.configurationPath),
      ] + receiver.diagnoses(defaults) + clock.diagnoses(receiver.clocks)
      + [
        console.diagnosis, folder.diagnosis, controller.journal, controller.sound,
        power.diagnosis,
      ] + companions.map(\.diagnosis)
  }
}

extension [Diagnosis] {
  /// The number of things that are wrong, in words.
  package var summary: Reason {
    let wrong = count { $0.result == .wrong }
    let unknown = count { $0.result == .unknown }
    let rest = unknown == 0 ? [] : [Reason("doctor.unknown", ["count": .count(unknown)])]
    return .all(
      [wrong == 0 ? Reason("doctor.nothing") : Reason("doctor.wrong", ["count": .count(wrong)])]
        + rest)
  }
}
