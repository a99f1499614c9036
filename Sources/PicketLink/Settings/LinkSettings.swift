import Records

/// The settings of the link: the broker, and what goes to it and comes from it.
struct LinkSettings: Hashable, Sendable {
  /// The controller on this board.
  struct Controller: Hashable, Sendable {
    /// The folder of its state and its journal.
    var state = ControllerPlace.state

    /// The path of its control socket, where one is named.
    var socket: String?

    /// The path of its configuration, whose hash is in the status.
    var configuration = "/etc/picket/picket.toml"

    /// The path of its control socket; without a named one it follows from the folder.
    var socketPath: String { socket ?? ControllerPlace.socket(state: state) }
  }

  /// How often positions are published.
  struct Position: Hashable, Sendable {
    /// The least time between two.
    var every = Duration.seconds(10)

    /// The least distance between two, in metres.
    var metres = 20.0
  }

  /// Where the link begins without a cursor.
  enum Beginning: String, CaseIterable, Hashable, Sendable {
    /// With the oldest event that the journal has.
    case start
    /// With the next event.
    case now
  }

  /// An order that the broker may bring.
  enum Order: String, CaseIterable, Hashable, Sendable {
    case mark, mute, acknowledge, walk
  }

  /// The controller on this board.
  var controller = Controller()

  /// The broker.
  var broker: BrokerSettings

  /// The first levels of all topics.
  var prefix = "picket"

  /// The name of this board in topics.
  var board: String

  /// How often positions are published; `nil` for never.
  var position: Position?

  /// Whether the board is announced to Home Assistant.
  var homeAssistant = false

  /// Whether the board also speaks as an OwnTracks device.
  var ownTracks = false

  /// Whether regions of a fleet are taken from the broker.
  var regions = false

  /// The group of the fleet whose regions the board takes.
  var group: String?

  /// The keys, one of which must have signed the regions of a fleet; none: any regions.
  var trustedKeys: [String] = []

  /// The orders that the broker may bring.
  var orders: Set<Order> = []

  /// The folder of the cursor.
  var directory = LinkSettings.standardDirectory

  /// Where the link begins without a cursor.
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

  /// Creates the settings of a board with a broker.
  init(broker: BrokerSettings, board: String) {
    self.broker = broker
    self.board = board
  }
}
