/// What the owner of a board decides: everything that is not a region.
package struct Configuration: Hashable, Sendable {
  /// Where fixes come from.
  package struct GPSD: Hashable, Sendable {
    /// The host on which gpsd listens.
    package var host = "127.0.0.1"

    /// The port on which gpsd listens.
    package var port = 2947

    /// The path of the only device whose fixes are taken; of any when `nil`.
    package var device: String?
  }

  /// Where regions come from, their limits and what they have without saying so.
  package struct Regions: Hashable, Sendable {
    /// The path of the file with the regions.
    package var file = "/etc/picket/regions.geojson"

    /// The greatest radius of a circle in metres; a greater one is clamped to it.
    package var maxRadius = 100_000.0

    /// How many regions there may be.
    package var maxCount = 10_000

    /// The cushion in metres of a region that has none of its own.
    package var cushion = 0.0

    /// The linger of a region that has none of its own.
    package var linger: Duration = .zero
  }

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

  /// When buzzers are silent.
  package struct Quiet: Hashable, Sendable {
    /// The hours in which they are.
    package var hours: QuietHours?

    /// Whether they always are.
    package var isAlways = false
  }

  /// What outputs are.
  package enum OutputKind: String, CaseIterable, Hashable, Sendable {
    /// Lines of a GPIO chip.
    case gpiod
    /// Lines of text on a terminal.
    case terminal
  }

  /// Where fixes come from.
  package var gpsd = GPSD()

  /// Where regions come from, and their limits.
  package var regions = Regions()

  /// When the controller is blind.
  package var blind = Blind()

  /// What outputs are.
  package var outputKind = OutputKind.terminal

  /// The outputs in the order of the file; every output of a signal is one of them.
  package var outputs = [Output(name: "buzzer"), Output(name: "led")]

  /// The button, if there is one.
  package var button: Button?

  /// The signals by name; those with a built-in name are always there.
  package var signals = Signal.defaults

  /// The pause after each signal, so that two can be told apart.
  package var rest: Duration = .milliseconds(300)

  /// What lights that show the status repeat in each; all of them are there.
  package var status = Status.defaults

  /// When buzzers are silent.
  package var quiet = Quiet()

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

  /// Creates the configuration of a controller that was told nothing.
  package init() {}
}
