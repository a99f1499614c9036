import ArgumentParser
import Base
import Desk
import Dispatch
import Geofence
import Glibc
import Synchronization

/// `picket-score`: plays walks whose truth is known and prints how well their events are reported.
///
/// `board/score` builds and runs it.
@main
struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picket-score",
    abstract: "Play walks whose truth is known, and print how well their events are reported.")

  @Argument(
    help: "Folders of recordings; of two with the same name the later one counts, but with --each.")
  var folders: [String] = []

  @Flag(help: "A row for each kind, too.")
  var byKind = false

  @Flag(help: "A row for each walk, too.")
  var byWalk = false

  @Flag(help: "A line for each event that is false or missed.")
  var detail = false

  @Flag(help: "Compare the senses instead.")
  var senses = false

  @Flag(help: "Compare rules that others publish instead.")
  var rules = false

  @Flag(help: "Judge limits of speed where the true speed is known instead.")
  var speed = false

  @Flag(help: "Count the times for which the state was wrong instead.")
  var integrity = false

  @Flag(
    help: "Each folder has walks of another seed: count all, and give the spread of the senses.")
  var each = false

  @Flag(help: "Print the comparison of the senses as lines of SenseFigures.swift.")
  var swift = false

  @Option(help: "Play made receivers from 2 cm to 15 m instead, from this seed.")
  var made: Int?

  @Option(help: "Score NAME.jsonl in this folder instead of playing walks by Picket's rule.")
  var events: String?

  func run() throws {
    if let made {
      for line in MadeTable.markdown(seed: UInt64(max(0, made))) { print(line) }
      return
    }
    do {
      let folders = each ? self.folders.map { [$0] } : [self.folders]
      show(try folders.map { try score(try sources(in: $0)) })
    } catch let error as any CustomStringConvertible & Error {
      Log.write(.error, error.description)
      throw ExitCode(1)
    }
  }

  /// The recordings of all folders by their names.
  private func sources(in folders: [String]) throws -> [WalkSource] {
    var found: [String: WalkSource] = [:]
    for folder in folders {
      let scored = try WalkSource.found(at: folder, regions: nil)
        .filter { $0.truth != nil }
      guard !scored.isEmpty else {
        throw Problem(
          file: folder, wrong: "there is no NAME.truth.json in it",
          remedy: "put one next to NAME.json or NAME.nmea, or give another folder")
      }
      for source in scored { found[source.name] = source }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Scores walks on all processors, the longest first, so that all end at about the same time.
  private func score(_ sources: [WalkSource]) throws -> [ScoredWalk] {
    let ordered = sources.sorted { Self.bytes(of: $0.path) > Self.bytes(of: $1.path) }
    let results = Mutex([Result<ScoredWalk, any Error>]())
    DispatchQueue.concurrentPerform(iterations: ordered.count) { index in
      let result = Result {
        try ScoredWalk(
          ordered[index], events: events,
          figures: senses
            ? .senses
            : integrity
              ? .integrity
              : rules
                ? .rules
                : speed ? .speed : nil)
      }
      results.withLock { $0.append(result) }
    }
    return try results.withLock { $0 }.map { try $0.get() }.sorted { $0.name < $1.name }
  }

  private static func bytes(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Prints the tables of the walks in each group of folders.
  private func show(_ groups: [[ScoredWalk]]) {
    guard !senses else { return showSenses(groups) }
    let walks = groups.flatMap { $0 }
    guard !rules else {
      var table = RuleTable()
      for walk in walks { table.add(walk.rules) }
      for line in table.markdown { print(line) }
      return
    }
    guard !speed else {
      var table = SpeedTable()
      for walk in walks { table.add(walk.speeds) }
      for line in table.markdown { print(line) }
      return
    }
    guard !integrity else {
      for line in Integrity.table(rows(of: walks, \.integrity)) { print(line) }
      return
    }
    for line in ScoreRow.table(rows(of: walks, \.row)) { print(line) }
    guard detail else { return }
    for line in walks.flatMap(\.mistakes) { print(line) }
  }

  private func showSenses(_ groups: [[ScoredWalk]]) {
    var all = SenseTable()
    let tables = groups.map { walks in
      var table = SenseTable()
      for walk in walks { table.add(walk.senses) }
      all.add(table)
      return table
    }
    for line in swift ? all.swift : all.markdown(spread: tables) { print(line) }
  }

  /// The rows of a table: for each walk and for each kind where that was asked for, and for all.
  private func rows<Figures: Summable>(
    of walks: [ScoredWalk], _ figures: (ScoredWalk) -> Figures
  ) -> [(name: String, row: Figures)] {
    var kinds: [String: Figures] = [:]
    var all = Figures()
    for walk in walks {
      kinds[walk.kind, default: Figures()].add(figures(walk))
      all.add(figures(walk))
    }
    var rows: [(name: String, row: Figures)] = []
    if byWalk { rows += walks.map { ("`\($0.name)`", figures($0)) } }
    if byKind { rows += kinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    return rows + [("**all**", all)]
  }
}

/// Figures of walks that can be summed.
protocol Summable {
  /// Creates the figures of no walk.
  init()

  /// Adds the figures of other walks.
  mutating func add(_ other: Self)
}
