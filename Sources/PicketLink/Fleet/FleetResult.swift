import Base
import RegionFiles

/// The answer of a board to an update of regions, as it is published.
struct FleetResult: Hashable, Sendable {
  /// The name of the board.
  let board: String

  /// The update; `nil` if the manifest could not be read.
  let version: FleetVersion?

  /// Whether the regions of the update are watched now.
  let isApplied: Bool

  /// The number of watched regions of the fleet.
  var regions: Int?

  /// The problems in the words of `picket check`; with an applied update they are warnings.
  var messages: [String] = []
}

extension FleetResult {
  /// Reads a message; `nil` if it is not a result.
  init?(_ message: [UInt8]) {
    guard let text = String(validating: message, as: UTF8.self),
      let fields = (try? JSON.parse(text))?.object, let board = fields["board"]?.string,
      let status = fields["status"]?.string
    else { return nil }
    self.init(
      board: board,
      version: FleetVersion(
        source: fields["for"]?.string ?? "", number: fields["version"]?.integer ?? 0,
        sha256: fields["sha256"]?.string ?? ""),
      isApplied: status == Self.applied, regions: fields["regions"]?.integer,
      messages: fields["messages"]?.array?.compactMap(\.string) ?? [])
  }

  private static let applied = "APPLIED"

  /// The result as a message.
  var text: String {
    var line = JSONLine()
    line.add("board", board)
    line.add("for", version?.source)
    line.add("version", version?.number)
    line.add("sha256", version?.sha256)
    line.add("status", isApplied ? Self.applied : "FAILED")
    line.add("regions", regions)
    line.add("messages", messages)
    return line.text
  }
}
