import Records

/// The settings of the link: the broker, and the messages to it and from it.
struct LinkSettings: Hashable, Sendable {
  /// The controller on this board.
  struct Controller: Hashable, Sendable {
    /// The folder of its state and its journal.
    var state = ControllerPlace.state

    /// The path of its control socket, if one is named.
    var socket: String?

    /// The path of its configuration, whose hash is in the status.
    var configuration = "/etc/picket/picket.toml"

    /// The path of its control socket, which follows from the folder unless one is named.
    var socketPath: String { socket ?? ControllerPlace.socket(state: state) }
  }

  /// The least distances in time and space between published positions.
  struct Position: Hashable, Sendable {
    /// The least time between two positions.
    var every = Duration.seconds(10)

    /// The least distance between two positions, in metres.
    var metres = 20.0
  }

  /// The event with which the link begins without a cursor.
  enum Beginning: String, CaseIterable, Hashable, Sendable {
    /// The oldest event of the journal.
    case start
    /// The next event.
    case now
  }

  /// An order that may arrive from the broker.
  enum Order: String, CaseIterable, Hashable, Sendable {
    case mark, mute, acknowledge, walk
  }

  /// The controller on this board.
  var controller = Controller()

  /// The broker; `nil` where there is only a Signal K server.
  var broker: BrokerSettings?

  /// The Signal K server, if there is one.
  var signalK: SignalKSettings?

  /// The first levels of all topics.
  var prefix = "picket"

  /// The name of this board in topics.
  var board: String

  /// The least distances between published positions; `nil` to publish none.
  var position: Position?

  /// Whether the board is announced to Home Assistant.
  var homeAssistant = false

  /// Whether the board also publishes as an OwnTracks device.
  var ownTracks = false

  /// Whether the board accepts regions of a fleet from the broker.
  var regions = false

  /// The group of the fleet whose regions the board accepts.
  var group: String?

  /// The keys, one of which must sign the regions of a fleet; without keys, none must be signed.
  var trustedKeys: [String] = []

  /// The time for which a region that was sure must be unsure before that is sent.
  var unsureAfter = Duration.seconds(5)

  /// The orders that may arrive from the broker.
  var orders: Set<Order> = []

  /// The folder of the cursor.
  var directory = LinkSettings.standardDirectory

  /// The event with which the link begins without a cursor.
  var from = Beginning.start

  /// The folder of the cursor, unless one is configured.
  static let standardDirectory = "/var/lib/picket-link"

  /// The path of the settings when none is named.
  static let defaultPath = "/etc/picket/link.toml"

  /// The path of the socket that answers `picket-link status`.
  var statusPath: String {
    directory == Self.standardDirectory
      ? "/run/picket-link/link.sock" : "\(directory)/link.sock"
  }
}
