package import Base
package import Board
package import Geofence
package import Records
package import RegionFiles

/// The settings of the owner of a board: everything that is not a region.
package struct Configuration: Hashable, Sendable {
  /// The condition under which the controller is blind.
  package struct Blind: Hashable, Sendable {
    /// The time without a trusted fix after which the controller is blind.
    package var limit: Duration = .seconds(10)
  }

  /// The folder of the state, and the rules for writing there.
  package struct State: Hashable, Sendable {
    /// The path of the folder of the state file and the journal.
    package var directory = ControllerPlace.state

    /// The most writes of the state file in an hour: an SD card wears out.
    package var writesPerHour = 360

    /// The treatment of events whose signal may not have sounded before a crash.
    package var unsounded = Unsounded.silent

    /// Whether root also writes into folders of other users.
    package var anyOwner = false
  }

  /// The treatment of events whose signal may not have sounded before a crash.
  package enum Unsounded: String, CaseIterable, Hashable, Sendable {
    /// The events are only named in the log and the journal.
    case silent
    /// Each event is also signalled again, with the signal `again`.
    case again
  }

  /// The size and the content of the journal.
  package struct Journal: Hashable, Sendable {
    /// The most bytes of all files of the journal.
    package var size = 4_000_000

    /// The precision of the carrier's positions in the journal.
    package var positions = Positions.exact
  }

  /// The recording of walks.
  package struct Walks: Hashable, Sendable {
    /// The path of the folder of the walks; `nil` for `walks` in the folder of the state.
    package var directory: String?

    /// Whether walks are recorded on request or always.
    package var record = WalkRecording.asked

    /// The most bytes of a requested walk, and of all automatic walks together.
    package var size = 100_000_000
  }

  /// Whether walks are recorded on request or always.
  package enum WalkRecording: String, CaseIterable, Hashable, Sendable {
    /// At the request of a client.
    case asked
    /// Always; the oldest pieces are removed when they exceed the size.
    case always
  }

  /// The priority of the process, and whether its memory is locked.
  package struct Process: Hashable, Sendable {
    /// The priority among real-time processes, 1 to 99; 0 for none.
    package var priority = 0

    /// Whether the memory of the process is locked.
    package var lockMemory = false
  }

  /// The gpsd that fixes come from.
  package var gpsd = GPSDSettings()

  /// The file of the regions, and their limits.
  package var regions = RegionSettings()

  /// The condition under which the controller is blind.
  package var blind = Blind()

  /// The outputs, and their signals and lights.
  package var outputs = OutputSettings()

  /// The folder of the state, and the rules for writing there.
  package var state = State()

  /// The size and the content of the journal.
  package var journal = Journal()

  /// The recording of walks.
  package var walks = Walks()

  /// The folder of the walks.
  package var walkDirectory: String { walks.directory ?? "\(state.directory)/walks" }

  /// The control socket.
  package var control = Control()

  /// The priority of the process, and whether its memory is locked.
  package var process = Process()

  /// The path of the configuration when none is named, also not by `PICKET_CONFIG`.
  package static let defaultPath = "/etc/picket/picket.toml"

  /// The rules for reading regions.
  package var regionRules: RegionRules {
    RegionRules(regions, signals: Set(outputs.signals.keys))
  }

  /// Creates the configuration of an empty file.
  package init() {}
}

extension Configuration {
  /// The names of the tables that are only read at the start and that differ in another
  /// configuration.
  package func fixedSections(differingIn other: Configuration) -> [String] {
    [
      ("gpsd", gpsd == other.gpsd),
      ("blind", blind == other.blind),
      ("output", outputs.list == other.outputs.list && outputs.kind == other.outputs.kind),
      ("button", outputs.button == other.outputs.button),
      ("state", state == other.state),
      ("journal", journal == other.journal),
      ("walks", walks == other.walks),
      ("control", control == other.control),
      ("process", process == other.process),
    ].compactMap { $0.1 ? nil : $0.0 }
  }
}

extension Configuration {
  /// Doubts about signals that nothing plays and whose names are nearly those of others.
  ///
  /// - Parameter file: The path of the configuration.
  package func signalDoubts(of regions: [Region], file: String) -> [Problem] {
    let named = Set(regions.compactMap(\.signal))
    return outputs.signals.keys.sorted().compactMap { name in
      guard Signal.defaults[name] == nil, !named.contains(name),
        let near = Spelling.nearest(to: name, in: Signal.defaults.keys)
      else { return nil }
      return Problem(
        file: file, wrong: "nothing plays [signal.\(name)]",
        remedy: "did you mean [signal.\(near)]? otherwise name it as the signal of a region",
        severity: .warning)
    }
  }
}
