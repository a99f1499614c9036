internal import Dispatch
package import Geofence
internal import Notation
internal import Outputs
package import Picket
internal import Receiver
internal import RegionFiles
import Synchronization
internal import System

/// A walk that is replayed again and again with other settings: decoded and filtered once.
package struct TunedWalk: Sendable {
  /// Its name, for a person.
  package let name: String

  /// The settings that it was recorded with; `nil` for a capture.
  package let recorded: Setting?

  /// How long it is, from its first trusted fix to its last.
  package let length: Duration

  /// What is known of what should have happened.
  let expectation: Expectation

  private let steps: [Step]
  private let regions: [TunedRegions]
  private let blindLimit: Duration
  private let memory: Memory

  /// What is known of what should have happened.
  enum Expectation: Sendable {
    case truth(Truth)
    case marks([Timestamp])
    case nothing
  }

  private enum Step: Sendable {
    case fix(TrustedFix)
    /// The regions with this index are watched.
    case regions(Int)
  }

  /// The steps so far: what is decided on their fixes comes later, once for each setting.
  private struct Steps: Decider {
    var list: [Step] = []

    mutating func decide(_ fix: TrustedFix) -> [Finding] {
      list.append(.fix(fix))
      return []
    }
  }

  /// Where a walk comes from and what goes with it.
  package struct Source: Hashable, Sendable {
    /// The folder of a walk, or a capture.
    package var path: String
    /// The regions, in place of those of the walk.
    package var regions: String?
    /// What should have happened, in place of what lies in the folder of the walk.
    package var truth: String?

    /// Creates a source.
    package init(path: String, regions: String? = nil, truth: String? = nil) {
      (self.path, self.regions, self.truth) = (path, regions, truth)
    }
  }

  /// Reads and decodes a walk.
  ///
  /// - Throws: `Problem`, `Problems` or `UnusableFile`.
  package init(_ source: Source, configuration: Configuration, isConfigured: Bool) throws {
    let walk = Walk.isFolder(source.path) ? try Walk(path: source.path) : nil
    name = walk?.name ?? String(source.path.split(separator: "/").last ?? "")
    let file = source.regions
    var regions: [TunedRegions] = []
    if let file {
      regions.append(
        try TunedRegions { setting in
          var configuration = configuration
          (configuration.regions.cushion, configuration.regions.linger) =
            (setting.cushion, setting.linger)
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
            in: name, cushion: setting.cushion, linger: setting.linger,
            sense: isConfigured ? configuration.regions.sense : nil)
        }
      }
    } else {
      throw Problem(
        file: source.path, wrong: "there are no regions for it",
        remedy: "give them with --regions, or beside it as NAME.regions.geojson")
    }
    self.regions = regions
    recorded = walk.map { Setting(cushion: $0.start.usual.cushion, linger: $0.start.usual.linger) }
    blindLimit =
      isConfigured ? configuration.blind.limit : walk?.start.blindLimit ?? configuration.blind.limit
    memory = walk?.start.memory ?? Memory()
    let device = isConfigured ? configuration.gpsd.device : walk?.start.device
    steps = try Self.steps(
      walk?.reports ?? source.path, device: device,
      drivers: walk?.start.before?.drivers ?? [:],
      changes: file == nil ? walk?.entries ?? [] : [])
    length = Self.length(of: steps)
    if let path = source.truth ?? walk?.truth {
      expectation = .truth(try Truth(path: path))
    } else {
      let marks = (walk?.entries ?? []).compactMap { entry, _ -> Timestamp? in
        if case .mark(_, let time, _) = entry { time } else { nil }
      }
      expectation = marks.isEmpty ? .nothing : .marks(marks)
    }
  }

  private static func steps(
    _ file: String, device: String?, drivers: [String: DeviceDriver],
    changes: [(entry: WalkEntry, report: Int)]
  ) throws -> [Step] {
    var path = FixPath(
      filter: FixFilter(device: device), drivers: drivers, decider: Steps())
    let changes = changes.compactMap { entry, report in
      if case .regions = entry { report } else { nil as Int? }
    }
    var passed = 0
    var count = 0
    try Capture.forEachLine(of: file) { line in
      while passed < changes.count, changes[passed] <= count {
        passed += 1
        path.decider.list.append(.regions(passed))
      }
      count += 1
      _ = path.receive(line)
    }
    let steps = path.decider.list
    guard steps.contains(where: { if case .fix = $0 { true } else { false } }) else {
      throw UnusableFile(
        description: "\(file): holds no fix that can be trusted; give another recording")
    }
    return steps
  }

  private static func length(of steps: [Step]) -> Duration {
    let fixes = steps.compactMap { if case .fix(let fix) = $0 { fix.instant } else { nil } }
    guard let first = fixes.first, let last = fixes.last else { return .zero }
    return first.duration(to: last)
  }

  /// What the walk would have led to with a setting.
  package func play(_ setting: Setting) -> [Event] {
    let first = regions[0].regions(setting)
    guard setting.rule == .evidence else {
      return play(
        setting,
        PlainMonitor(setting.rule, regions: first, blindLimit: blindLimit, memory: memory))
    }
    return play(setting, RegionMonitor(regions: first, blindLimit: blindLimit, memory: memory))
  }

  private func play(_ setting: Setting, _ decider: some RegionDecider) -> [Event] {
    var decider = decider
    var events: [Event] = []
    for step in steps {
      switch step {
      case .fix(let fix):
        for case .event(let event) in decider.decide(fix) { events.append(event) }
      case .regions(let index): decider.watch(regions[index].regions(setting))
      }
    }
    return events
  }
}

extension TunedWalk {
  /// Reads walks, several at once: some are unpacked and decoded by other programs.
  ///
  /// - Throws: What is wrong with the first that cannot be read.
  package static func read(
    _ sources: [Source], configuration: Configuration, isConfigured: Bool
  ) throws -> [TunedWalk] {
    let results = Mutex([Int: Result<TunedWalk, any Error>]())
    DispatchQueue.concurrentPerform(iterations: sources.count) { index in
      let result = Result {
        try TunedWalk(sources[index], configuration: configuration, isConfigured: isConfigured)
      }
      results.withLock { $0[index] = result }
    }
    return try results.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
  }
}

/// Regions of which some go by the configuration's cushion and linger.
struct TunedRegions: Sendable {
  private let plain: [Region]
  private let others: [Region]

  /// Finds out which do by reading them twice.
  init(_ read: (Setting) throws -> [Region]) rethrows {
    plain = try read(Setting(cushion: 0, linger: .zero))
    others = try read(Setting(cushion: 1, linger: .seconds(1)))
  }

  /// The regions with a setting.
  func regions(_ setting: Setting) -> [Region] {
    zip(plain, others).map { region, other in
      var region = region
      if other.cushion != region.cushion { region.cushion = setting.cushion }
      if other.linger != region.linger { region.linger = setting.linger }
      return region
    }
  }
}
