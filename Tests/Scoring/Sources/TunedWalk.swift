import Base
import Board
import Desk
import Dispatch
import Geofence
import Picket
import RegionFiles
import Synchronization

/// A walk for repeated replays with different settings: decoded and filtered once.
struct TunedWalk: Sendable {
  /// The displayed name.
  let name: String

  /// The sense for regions without their own.
  let sense: Sense

  private let steps: [Input]
  private let regions: [TunedRegions]
  private let blindLimit: Duration
  private let memory: Memory

  private enum Input: Sendable {
    case fix(TrustedFix)
    /// A fix that Picket rejects because of its position; other rules use it.
    case doubted(TrustedFix)
    /// The regions with this index are watched.
    case regions(Int)
  }

  /// Collects the steps of a walk: a rule decides on their fixes later, once for each setting.
  private struct Steps: Decider {
    var list: [Input] = []
    private var last: TrustedFix?

    /// The number of steps, and the last fix.
    var past: Past { Past(count: list.count, last: last) }

    struct Past: Sendable {
      let count: Int
      let last: TrustedFix?
    }

    mutating func goBack(to past: Past) {
      list.removeLast(list.count - past.count)
      last = past.last
    }

    mutating func decide(_ fix: TrustedFix) -> [Finding] {
      list.append(.fix(fix))
      last = fix
      return []
    }

    /// Adds a rejected fix, if it was rejected because of its position.
    mutating func add(rejected fix: Fix, as rejection: Rejection) {
      guard let last, let doubted = TrustedFix(doubted: fix, as: rejection, after: last) else {
        return
      }
      list.append(.doubted(doubted))
    }
  }

  /// Reads and decodes a walk.
  ///
  /// - Throws: `Problem`, `Problems` or `UnusableFile`.
  init(_ source: WalkSource) throws {
    let walk = Walk.isFolder(source.path) ? try Walk(path: source.path) : nil
    name = walk?.name ?? String(source.path.split(separator: "/").last ?? "")
    let file = source.regions
    var regions: [TunedRegions] = []
    if let file {
      regions.append(
        try TunedRegions { setting in
          var configuration = Configuration()
          (configuration.regions.cushion, configuration.regions.linger) =
            (setting.cushion, setting.linger)
          configuration.regions.sense = setting.sense ?? .even
          let (regions, problems) = RegionsFile.check(path: file, rules: configuration.regionRules)
          let errors = problems.filter { $0.severity == .error }
          guard errors.isEmpty else { throw Problems(errors) }
          return regions
        })
    } else if let walk {
      let names = [WalkFolder.regions(1)] + walk.laterRegions
      regions = try names.map { name in
        try TunedRegions { setting throws(Problems) in
          try walk.regions(
            in: name, cushion: setting.cushion, linger: setting.linger, sense: setting.sense)
        }
      }
    } else {
      throw Problem(
        file: source.path, wrong: "this capture has no regions",
        remedy: "give them with --regions, or next to it as NAME.regions.geojson")
    }
    self.regions = regions
    sense = (file == nil ? walk?.start.usual.sense : nil) ?? .even
    blindLimit = walk?.start.blindLimit ?? Configuration().blind.limit
    memory = walk?.start.memory ?? Memory()
    steps = try Self.steps(
      walk?.reports ?? source.path, device: walk?.start.device,
      drivers: walk?.start.before?.drivers ?? [:], names: walk?.names,
      changes: file == nil ? walk?.entries ?? [] : [])
  }

  private static func steps(
    _ file: String, device: String?, drivers: [String: DeviceDriver],
    names: DeviceNames?, changes: [(entry: WalkEntry, report: Int)]
  ) throws -> [Input] {
    var path = FixPath(
      filter: FixFilter(device: device), drivers: drivers, names: names, decider: Steps())
    let changes = changes.compactMap { entry, report in
      if case .regions = entry { report } else { nil as Int? }
    }
    var passed = 0
    var count = 0
    try Capture.forEachLine(of: file) { line in
      while passed < changes.count, changes[passed] <= count {
        passed += 1
        path.settle()
        path.decider.list.append(.regions(passed))
      }
      count += 1
      _ = path.receive(line)
      if let judgment = path.judgment, case .rejected(let rejection) = judgment.verdict {
        path.decider.add(rejected: judgment.fix, as: rejection)
      }
    }
    let steps = path.decider.list
    if let reason = path.tally.emptiness(of: file) {
      throw UnusableFile(description: "\(file): \(reason)")
    }
    return steps
  }

  /// The events of the walk with a setting.
  func play(_ setting: Setting) -> [Event] {
    play(
      setting, includingDoubted: false,
      by: RegionMonitor(regions: watched(setting), blindLimit: blindLimit, memory: memory)
    ) { $0.watch($1, at: nil) }
  }

  /// The events of the walk by another rule than Picket's.
  ///
  /// - Parameter rule: Makes the rule for the first regions and what was remembered of them.
  func play(
    _ setting: Setting, by rule: ([Region], Memory) -> some RegionDecider
  ) -> [Event] {
    play(setting, includingDoubted: true, by: rule(watched(setting), memory)) { $0.watch($1) }
  }

  private func play<Rule: Decider>(
    _ setting: Setting, includingDoubted: Bool, by rule: Rule,
    watch: (inout Rule, [Region]) -> Void
  ) -> [Event] {
    var rule = rule
    var events: [Event] = []
    for step in steps {
      switch step {
      case .fix(let fix):
        for case .event(let event) in rule.decide(fix) { events.append(event) }
      case .doubted(let fix) where includingDoubted:
        for case .event(let event) in rule.decide(fix) { events.append(event) }
      case .doubted: break
      case .regions(let index): watch(&rule, regions[index].regions(setting, sense))
      }
    }
    return events
  }

  /// The regions that are watched from the beginning.
  func watched(_ setting: Setting) -> [Region] { regions[0].regions(setting, sense) }

  // MARK: Scoring

  /// The trusted fixes.
  var fixes: [TrustedFix] {
    steps.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
  }

  /// Calls `body` with each fix that another rule than Picket's would use.
  func forEachFix(_ body: (TrustedFix) -> Void) {
    for step in steps {
      switch step {
      case .fix(let fix), .doubted(let fix): body(fix)
      case .regions: break
      }
    }
  }

  /// Calls `body` after each trusted fix with the evidence about each region within reach.
  func forEachEvidence(
    _ setting: Setting, _ body: (Timestamp, [(region: String, evidence: Evidence)]) -> Void
  ) {
    var monitor = RegionMonitor(
      regions: watched(setting), blindLimit: blindLimit, memory: memory)
    for fix in fixes {
      _ = monitor.receive(fix)
      var all: [(region: String, evidence: Evidence)] = []
      monitor.visitEvidence { all.append(($0, $1)) }
      body(fix.time, all)
    }
  }

  /// Calls `body` with Picket's own position after each trusted fix.
  func forEachEstimate(_ body: (Timestamp, RegionMonitor.Estimate) -> Void) {
    var monitor = RegionMonitor(regions: [], blindLimit: blindLimit)
    for fix in fixes {
      _ = monitor.receive(fix)
      if let estimate = monitor.estimate { body(fix.time, estimate) }
    }
  }
}

/// A rule that finds the events in the fixes of a walk.
protocol RegionDecider: Decider {
  /// Watches these regions from now on.
  mutating func watch(_ regions: [Region])
}

extension TrustedFix {
  /// A fix that Picket rejects because of its position, for a rule that trusts it.
  ///
  /// - Returns: `nil` if it was rejected for another reason.
  fileprivate init?(doubted fix: Fix, as rejection: Rejection, after last: TrustedFix) {
    guard [.jump, .frozenPosition].contains(rejection), let time = fix.time,
      let coordinate = fix.coordinate
    else { return nil }
    // The same as in the filter: 3 m if the receiver reports no error.
    let sigma = fix.sigma ?? fix.eph.map { $0 / fix.ephBasis.ephPerSigma } ?? 3
    self.init(
      time: time, instant: last.instant.advanced(by: last.time.duration(to: time)),
      coordinate: coordinate, sigma: sigma, speed: fix.speed, track: fix.track)
  }
}

extension TunedWalk {
  /// Reads walks, several at once, since other programs unpack and decode some of them.
  ///
  /// - Throws: The error of the first walk that cannot be read.
  static func read(_ sources: [WalkSource]) throws -> [TunedWalk] {
    let results = Mutex([Int: Result<TunedWalk, any Error>]())
    DispatchQueue.concurrentPerform(iterations: sources.count) { index in
      let result = Result { try TunedWalk(sources[index]) }
      results.withLock { $0[index] = result }
    }
    return try results.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
  }
}

/// Regions, some of which use the configuration's cushion, linger or sense.
struct TunedRegions: Sendable {
  private let plain: [Region]
  private let others: [Region]

  /// Finds the regions that use the configuration's values, by reading all regions twice.
  init(_ read: (Setting) throws -> [Region]) rethrows {
    plain = try read(Setting(cushion: 0, linger: .zero, sense: .quick))
    others = try read(Setting(cushion: 1, linger: .seconds(1), sense: .quiet))
  }

  /// The regions with a setting.
  ///
  /// - Parameter sense: The sense for a setting without its own.
  func regions(_ setting: Setting, _ sense: Sense) -> [Region] {
    zip(plain, others).map { region, other in
      var region = region
      if other.cushion != region.cushion { region.cushion = setting.cushion }
      if other.linger != region.linger { region.linger = setting.linger }
      if other.sense != region.sense { region.sense = setting.sense ?? sense }
      return region
    }
  }
}
