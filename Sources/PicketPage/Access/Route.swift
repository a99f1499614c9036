/// What a path stands for; a path that is not here does not exist.
enum Route: Hashable, Sendable {
  case page
  /// The page about walks and the journal.
  case back
  case asset(Asset)
  case events
  case question(Question)
  case order(Order)
  case past(Past)
  case pair

  /// What can be read of the past; the names are their paths.
  enum Past: String, CaseIterable, Hashable, Sendable {
    case walks = "/api/walks"
    case journal = "/api/journal"
    case report = "/report"
    case download = "/download"
  }

  /// What can be asked without changing anything.
  enum Question: String, CaseIterable, Hashable, Sendable {
    case status, regions, why
  }

  /// What can be changed; the names are those of the controller's requests.
  enum Order: String, CaseIterable, Hashable, Sendable {
    case mute, unmute, mark, acknowledge, walk, play
  }

  /// The route of a path, which must fit letter for letter.
  init?(path: String) {
    guard let route = Self.all[path] else { return nil }
    self = route
  }

  /// The methods that it answers.
  var methods: [String] {
    switch self {
    case .page, .back, .asset, .events, .question: ["GET", "HEAD"]
    // Each starts a program.
    case .past: ["GET"]
    case .order, .pair: ["POST"]
    }
  }

  /// Whether it needs no token: it shows nothing of the carrier, and changes nothing.
  var isPublic: Bool {
    switch self {
    case .asset, .pair: true
    case .page, .back, .events, .question, .order, .past: false
    }
  }

  /// The scope that a visitor needs for it.
  var scope: Scope {
    if case .order = self { .control } else { .view }
  }

  private static let all: [String: Route] = {
    var all: [String: Route] = [
      "/": .page, "/back": .back, "/events": .events, "/api/pair": .pair,
    ]
    for past in Past.allCases { all[past.rawValue] = .past(past) }
    for asset in Asset.allCases { all["/\(asset.rawValue)"] = .asset(asset) }
    for question in Question.allCases { all["/api/\(question.rawValue)"] = .question(question) }
    for order in Order.allCases { all["/api/\(order.rawValue)"] = .order(order) }
    return all
  }()
}
