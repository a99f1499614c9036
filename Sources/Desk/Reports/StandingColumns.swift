internal import Base
internal import Geofence
internal import Picket

/// The stands of a page's fixes as columns of numbers.
struct StandingColumns: Sendable {
  /// The number of stands of each fix.
  private var counts: [Int] = []

  /// The indices of the regions among the account's, in the order of their first stand.
  private var regions: [Int] = []
  private var numbers: [Int: Int] = [:]

  private var places: [Int] = []
  private var states: [Int] = []
  private var depths: [Int] = []
  private var lastDepths: [Int: Int] = [:]
  private var raws: [Int] = []
  private var missing: [Int] = []

  /// Adds the stands of the next fix.
  mutating func add(_ standings: [RegionStanding]) {
    counts.append(standings.count)
    for standing in standings {
      let number = numbers[standing.region] ?? regions.count
      if number == regions.count {
        numbers[standing.region] = number
        regions.append(standing.region)
      }
      places.append(number)
      let depth = Self.tenths(standing.depth)
      depths.append(depth - lastDepths[standing.region, default: 0])
      lastDepths[standing.region] = depth
      raws.append(Self.tenths(standing.rawDepth) - depth)
      states.append(Self.code(standing))
      for condition in standing.missing { missing += Self.numbers(condition) }
    }
  }

  /// Adds the columns to the data of a page.
  func add(to line: inout JSONLine, regions all: [Region]) {
    line.add("regions", regions.map { all[$0].id })
    line.add("stands", Columns.text(counts))
    line.add("region", Columns.text(places))
    line.add("state", Columns.text(states))
    line.add("depth", Columns.text(depths))
    line.add("raw", Columns.text(raws))
    line.add("missing", Columns.text(missing))
  }

  /// The state, the pending crossing, and the number of missing conditions, in one number.
  private static func code(_ standing: RegionStanding) -> Int {
    let state = Columns.code(of: standing.state)
    let pending = standing.pending.map { $0 == .enter ? 1 : 2 } ?? 0
    return state + 4 * pending + 12 * standing.missing.count
  }

  /// The kind of a missing condition, and its values in tenths.
  private static func numbers(_ missing: Standing.Missing) -> [Int] {
    switch missing {
    case .metres(let value, let needed): [0, tenths(value), tenths(needed)]
    case .run(let value, let needed): [1, tenths(value), tenths(needed)]
    case .rawFix(let value, let needed): [2, tenths(value), tenths(needed)]
    case .linger(let left): [3, tenths(left.inSeconds), 0]
    case .clearance(let value, let needed): [4, tenths(value), tenths(needed)]
    case .trust: [5, 0, 0]
    case .firstSide(let value, let needed): [6, tenths(value), tenths(needed)]
    }
  }

  private static func tenths(_ value: Double) -> Int {
    value.isFinite ? Int((max(-1e8, min(1e8, value)) * 10).rounded()) : 0
  }
}
