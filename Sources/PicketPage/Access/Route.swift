internal import Maps

/// The route of a path; a path without a route does not exist.
enum Route: Hashable, Sendable {
  case page
  /// The page about walks and the journal.
  case back
  case asset(Asset)
  case events
  case question(Question)
  case order(Order)
  case map
  case tile(TileID)
  /// The borders of the bands, for the map.
  case outlines
  /// The facts about a region, for its card.
  case facts
  /// The regions as a file for another program.
  case regionsFile
  case file(File)
  /// The name of the device that asks.
  case name
  case past(Past)
  case pair

  /// The files that a phone sends as they are.
  enum File: String, CaseIterable, Hashable, Sendable {
    /// Regions of another program, which are read and not saved.
    case regions = "/api/import"
    /// A part of a map.
    case map = "/api/ground"
    /// A recording of another program, which is kept for its report.
    case recording = "/api/recording"

    /// The most bytes of a body.
    fileprivate var most: Int {
      switch self {
      case .regions: ExchangeDesk.most
      case .map: MapUpload.mostOfPart
      case .recording: SentRecording.most
      }
    }
  }

  /// The files of the past that can be read; the names are their paths.
  enum Past: String, CaseIterable, Hashable, Sendable {
    case walks = "/api/walks"
    case journal = "/api/journal"
    case report = "/report"
    case download = "/download"
  }

  /// The requests that change nothing.
  enum Question: String, CaseIterable, Hashable, Sendable {
    case status, regions, fleet, settings, why
  }

  /// The requests that change something, and `survey`, which prepares a change; the names are those
  /// of the controller's requests.
  enum Order: String, CaseIterable, Hashable, Sendable {
    case mute, unmute, mark, acknowledge, drop, anchor, lift, walk, play, edit, survey
  }

  /// The route of a path, which must fit letter for letter.
  init?(path: String) {
    guard let route = Self.all[path] ?? TileID(path: path).map({ .tile($0) }) else { return nil }
    self = route
  }

  /// The methods that the route answers.
  var methods: [String] {
    switch self {
    case .page, .back, .asset, .events, .question, .map, .tile: ["GET", "HEAD"]
    // Each starts a program, or takes a second of a small board.
    case .past, .regionsFile, .outlines, .facts: ["GET"]
    case .order, .file, .name, .pair: ["POST"]
    }
  }

  /// Whether the route needs no token: it shows nothing of the carrier, and changes nothing.
  var isPublic: Bool {
    switch self {
    case .asset, .pair: true
    case .page, .back, .events, .question, .order, .past, .map, .tile, .outlines, .facts,
      .regionsFile, .file, .name:
      false
    }
  }

  /// The most bytes of a body: a region may have thousands of corners and a walk thousands of
  /// positions, and a request of the controller has 256 kB.
  var longestBody: Int {
    switch self {
    case .order(.edit), .order(.survey): 200_000
    case .file(let file): file.most
    default: 4096
    }
  }

  /// The most bytes of any body.
  static let greatestBody = max(ExchangeDesk.most, MapUpload.mostOfPart, SentRecording.most)

  /// The media type of a body.
  ///
  /// For a page from elsewhere a browser sends neither type without permission (CORS).
  var bodyType: String {
    if case .file = self { "application/octet-stream" } else { "application/json" }
  }

  /// The scope that a visitor needs for the route.
  var scope: Scope {
    switch self {
    case .order, .file, .name: .control
    default: .view
    }
  }

  private static let all: [String: Route] = {
    var all: [String: Route] = [
      "/": .page, "/back": .back, "/events": .events, "/api/pair": .pair,
      "/api/map": .map, "/api/outlines": .outlines, "/api/facts": .facts, "/regions": .regionsFile,
      "/api/name": .name,
    ]
    for file in File.allCases { all[file.rawValue] = .file(file) }
    for past in Past.allCases { all[past.rawValue] = .past(past) }
    for asset in Asset.all { all["/\(asset.name)"] = .asset(asset) }
    for question in Question.allCases { all["/api/\(question.rawValue)"] = .question(question) }
    for order in Order.allCases { all["/api/\(order.rawValue)"] = .order(order) }
    return all
  }()
}

extension TileID {
  /// The tile of a path such as `/api/map/14/8802/5373`, which must fit letter for letter.
  fileprivate init?(path: String) {
    let start = "/api/map/"
    guard path.hasPrefix(start) else { return nil }
    let texts = path.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
    let numbers = texts.compactMap { Int($0) }
    guard numbers.count == 3, numbers.map({ String($0) }) == texts.map({ String($0) }) else {
      return nil
    }
    self.init(zoom: numbers[0], column: numbers[1], row: numbers[2])
  }
}
