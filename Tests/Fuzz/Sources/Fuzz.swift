/// What libFuzzer calls with each input; `--target=NAME` says what it is an input of.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.take(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

private let target: Target = {
  // libFuzzer leaves arguments with two dashes to the program.
  let names = CommandLine.arguments.filter { $0.hasPrefix("--target=") }.map { $0.dropFirst(9) }
  guard let target = names.last.flatMap({ Target(rawValue: String($0)) }) else {
    fatalError("--target= one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  return target
}()

/// Where bytes come in that Picket has not written, or that a card may have damaged.
enum Target: String, CaseIterable {
  /// The regions file.
  case regions
  /// The configuration.
  case configuration
  /// What gpsd sends.
  case reports
  /// The state file.
  case state
  /// A file of the journal.
  case journal
  /// What clients of the control socket send.
  case requests
  /// What a recorded walk says besides its reports.
  case walk
  /// A file of regions of somebody else's: GeoJSON, GPX or KML.
  case exchange
  /// JSON, times and patterns by themselves.
  case texts
  /// Texts of others on their way to a terminal.
  case lines
  /// What a page tells of, and a journal that is drawn.
  case pages
  /// What a track and its events are exported of.
  case exports
  /// What should have happened on a walk.
  case truth
  /// The first and the last line of a walk in a list of walks.
  case walks
  /// What a machine calls itself.
  case trees

  /// Reads an input, and ends the process where it does not come out as it must.
  func take(_ bytes: [UInt8]) {
    switch self {
    case .regions: takeRegions(bytes)
    case .configuration: takeConfiguration(bytes)
    case .reports: takeReports(bytes)
    case .state: takeState(bytes)
    case .journal: takeJournal(bytes)
    case .requests: takeRequests(bytes)
    case .walk: takeWalk(bytes)
    case .exchange: takeExchange(bytes)
    case .texts: takeTexts(bytes)
    case .lines: takeLines(bytes)
    case .pages: takePages(bytes)
    case .exports: takeExports(bytes)
    case .truth: takeTruth(bytes)
    case .walks: takeWalks(bytes)
    case .trees: takeTrees(bytes)
    }
  }
}

/// Ends the process unless something is so; libFuzzer then keeps the input.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
  if !condition { fatalError(what()) }
}
