import Base
import Desk
import Geofence
import Glibc
import Picket

/// A walk whose truth is known, with the scores of Picket and of the reference rules.
struct ScoredWalk: Sendable {
  /// Its name.
  let name: String

  /// The kind under which it is scored.
  let kind: String

  /// The scores.
  let row: ScoreRow

  /// A line for each false event and each missed crossing.
  let mistakes: [String]

  /// The figures of each sense, if the senses are compared.
  let senses: SenseTable

  /// The episodes of a wrong state, if they are counted.
  let integrity: Integrity

  /// The scores of rules that others publish, if they are compared.
  let rules: RuleTable

  /// The reports of limits of speed, if they are judged.
  let speeds: SpeedTable

  /// The figures that are computed in place of the scores.
  enum Figures: Sendable {
    case senses
    case integrity
    case rules
    case speed
  }

  /// The radius of the circle that holds 95 % of a normal error, in deviations of an axis.
  private static let within95 = (-2 * log(0.05)).squareRoot()

  /// The common names of kinds whose recordings are scored together.
  private static let kinds = [
    "collar": "still", "static": "still", "gsdc": "car", "comma2k19": "car",
  ]

  /// Plays a walk and scores it.
  ///
  /// - Parameters:
  ///   - events: A folder with events to score in place of those of this build, as NAME.jsonl.
  ///   - figures: What is computed in place of the scores.
  /// - Throws: `Problem`, `Problems`, `UnusableFile` or `SystemError`.
  init(_ source: WalkSource, events folder: String?, figures: Figures? = nil) throws {
    let name = source.name
    let walk = try TunedWalk(source)
    guard let truth = try source.truth.map({ try Truth(path: $0) }) else {
      throw UnusableFile(
        description: "\(source.path): there is no truth; put \(name).truth.json next to it")
    }
    self.name = name
    let kind = truth.kind ?? ""
    self.kind = String((Self.kinds[kind] ?? kind).map { $0 == "_" ? " " : $0 })
    senses = figures == .senses ? SenseTable(walk, truth) : SenseTable()
    integrity = figures == .integrity ? Integrity(walk, truth) : Integrity()
    rules = figures == .rules ? RuleTable(walk, truth) : RuleTable()
    speeds = figures == .speed ? SpeedTable(walk, truth) : SpeedTable()
    guard figures == nil else {
      (row, mistakes) = (ScoreRow(), [])
      return
    }
    let events =
      try folder.map { try Self.events(in: "\($0)/\(name).jsonl") }
      ?? walk.play(ReferenceRule.picket)
    var row = ScoreRow()
    mistakes = row.picket.add(truth, events: events).map { Self.line($0, name, truth) }
    for (index, rule) in ReferenceRule.all.enumerated() {
      row.others[index].add(truth, events: rule.events(of: walk))
    }
    if folder == nil, let first = walk.fixes.first {
      var path = TruePath(
        truth, regions: walk.watched(ReferenceRule.picket), around: first.coordinate)
      walk.forEachEstimate { time, estimate in
        guard let place = path.place(at: time, near: estimate.coordinate) else { return }
        let off = LocalMap(around: place).point(estimate.coordinate)
        let distance = (off.east * off.east + off.north * off.north).squareRoot()
        row.placed += 1
        row.within += distance <= Self.within95 * estimate.sigma ? 1 : 0
      }
    }
    self.row = row
  }

  private static func line(_ mistake: ScoreMistake, _ name: String, _ truth: Truth) -> String {
    let time = mistake.time.rfc3339
    if mistake.isMissed { return "\(name): \(mistake.region): missed \(mistake.event) at \(time)" }
    let depth = truth.depth(in: mistake.region, at: mistake.time).map { depth in
      ", \(depth.magnitude.fixed(1)) m \(depth > 0 ? "inside" : "outside")"
    }
    return "\(name): \(mistake.region): false \(mistake.event) at \(time)\(depth ?? "")"
  }

  /// The entries and exits in lines of JSON as `picket replay --json` prints them.
  private static func events(in path: String) throws -> [Event] {
    let text = try TextFile.read(
      path: path, limit: 64 << 20, remedy: "write the events of this walk there")
    return try text.split(separator: "\n").compactMap { line in
      let fields: [String: JSON]
      do throws(JSON.Mistake) {
        fields = try JSON.parse(String(line)).object ?? [:]
      } catch {
        throw UnusableFile(description: "\(path): \(error.reason): \(line)")
      }
      guard let kind = fields["event"]?.string.flatMap(Event.Kind.init),
        [.enter, .exit].contains(kind),
        fields["initial"] == nil, let region = fields["region"]?.string,
        let time = fields["time"]?.timestamp
      else { return nil }
      return Event(
        sequence: 1, kind: kind, region: region, time: time,
        coordinate: Coordinate(latitude: 0, longitude: 0))
    }
  }
}

extension WalkSource {
  /// The common beginning of the names of a capture's files.
  var name: String { base.split(separator: "/").last.map(String.init) ?? "" }

  /// The path of the file with the truth of the walk, `nil` for none.
  var truth: String? {
    let paths =
      Walk.isFolder(path)
      ? ["\(path)/truth.json"] : ["\(base).truth.json", "\(base).truth.json.xz"]
    return paths.first { access($0, F_OK) == 0 }
  }
}
