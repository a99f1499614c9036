/// The places where Picket reads bytes of other programs, or bytes that a card may have damaged.
enum Target: String, CaseIterable {
  /// The regions file.
  case regions
  /// The configuration.
  case configuration
  /// The reports of gpsd.
  case reports
  /// The state file.
  case state
  /// A file of the journal.
  case journal
  /// The requests of clients of the control socket.
  case requests
  /// A recorded walk without its reports.
  case walk
  /// A file of regions from another program: GeoJSON, GPX or KML.
  case exchange
  /// A zip archive with files of regions.
  case archives
  /// A file of regions in some encoding, or with bytes that are in none.
  case encodings
  /// Such a file with a piece that comes thousands of times.
  case repeated
  /// Single JSON documents, times and patterns.
  case texts
  /// Texts of other programs that are printed to a terminal.
  case lines
  /// The texts of a page, and a journal that is drawn.
  case pages
  /// A track and its events, for an export.
  case exports
  /// The events that a walk should have.
  /// The first and the last line of a walk in a list of walks.
  case walks
  /// The names of a machine.
  case trees
  /// A manifest with its regions, or an order, from a broker.
  case fleet
  /// A map of the ground, or a tile of one.
  case maps
  /// A request of a phone.
  case visits

  /// Reads an input, and ends the process if a requirement is not met.
  func check(_ bytes: [UInt8]) {
    switch self {
    case .regions: checkRegions(bytes)
    case .configuration: checkConfiguration(bytes)
    case .reports: checkReports(bytes)
    case .state: checkState(bytes)
    case .journal: checkJournal(bytes)
    case .requests: checkRequests(bytes)
    case .walk: checkWalk(bytes)
    case .exchange: checkExchange(bytes)
    case .archives: checkArchives(bytes)
    case .encodings: checkEncodings(bytes)
    case .repeated: checkRepeated(bytes)
    case .texts: checkTexts(bytes)
    case .lines: checkLines(bytes)
    case .pages: checkPages(bytes)
    case .exports: checkExports(bytes)
    case .walks: checkWalks(bytes)
    case .trees: checkTrees(bytes)
    case .fleet: checkFleet(bytes)
    case .maps: checkMaps(bytes)
    case .visits: checkVisits(bytes)
    }
  }
}

/// Ends the process unless a condition is true; libFuzzer then keeps the input.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
  if !condition { fatalError(what()) }
}
