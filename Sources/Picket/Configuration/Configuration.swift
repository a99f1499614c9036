package import Outputs
package import Receiver
package import RegionFiles

/// What the owner of a board decides: everything that is not a region.
package struct Configuration: Hashable, Sendable {
  /// When the controller is blind.
  package struct Blind: Hashable, Sendable {
    /// How long there may be no fix that can be trusted.
    package var limit: Duration = .seconds(10)
  }

  /// Where the state is kept.
  package struct State: Hashable, Sendable {
    /// The path of the folder of the state file and the journal.
    package var directory = "/var/lib/picket"

    /// How often the state file is written at most: a card wears out.
    package var writesPerHour = 360

    /// What is done about events whose signal may not have sounded before a crash.
    package var unsounded = Unsounded.silent

    /// Whether root also writes into folders of other users.
    package var anyOwner = false
  }

  /// What is done about events whose signal may not have sounded before a crash.
  package enum Unsounded: String, CaseIterable, Hashable, Sendable {
    /// They are written down as such.
    case silent
    /// They are also signalled once more, each with the signal `again`.
    case again
  }

  /// What the journal holds.
  package struct Journal: Hashable, Sendable {
    /// How many bytes it may have.
    package var size = 4_000_000

    /// How exactly it says where the carrier was.
    package var positions = Positions.exact
  }

  /// What is recorded of walks.
  package struct Walks: Hashable, Sendable {
    /// The path of the folder of the walks; `walks` in that of the state when `nil`.
    package var directory: String?

    /// When a walk is recorded.
    package var record = WalkRecording.asked

    /// How many bytes a walk may have, and all that nobody asked for together.
    package var size = 100_000_000
  }

  /// When a walk is recorded.
  package enum WalkRecording: String, CaseIterable, Hashable, Sendable {
    /// When somebody asks for it.
    case asked
    /// Always; the oldest is removed when there is too much.
    case always
  }

  /// How the process runs.
  package struct Process: Hashable, Sendable {
    /// The priority among real-time processes, 1 to 99; 0 for none.
    package var priority = 0

    /// Whether the memory of the process is locked.
    package var lockMemory = false
  }

  /// Where fixes come from.
  package var gpsd = GPSDSettings()

  /// Where regions come from, and their limits.
  package var regions = RegionSettings()

  /// When the controller is blind.
  package var blind = Blind()

  /// The outputs, and what is played and shown on them.
  package var outputs = OutputSettings()

  /// Where the state is kept.
  package var state = State()

  /// What the journal holds.
  package var journal = Journal()

  /// What is recorded of walks.
  package var walks = Walks()

  /// The socket over which it is talked to.
  package var control = Control()

  /// How the process runs.
  package var process = Process()

  /// The path at which the configuration is looked for when none is named.
  package static let defaultPath = "/etc/picket/picket.toml"

  /// What regions are read by.
  package var regionRules: RegionRules {
    RegionRules(regions, signals: Set(outputs.signals.keys))
  }

  /// Creates the configuration of an empty file.
  package init() {}
}
