/// The exclusions between regions, including regions that are excluded only through others.
struct ExclusionGraph {
  /// The regions that exclude others or are excluded.
  private(set) var regions: [Region] = []

  /// The places of the regions that each of them excludes, without itself and unknown ones.
  private(set) var excluded: [[Int32]] = []

  private var nodes: [String: Int] = [:]

  /// Follows the exclusions from these regions on, through others, too.
  init(_ regions: some Collection<Region>, and others: [Region]) {
    let named = Dictionary((Array(regions) + others).map { ($0.id, $0) }) { _, last in last }
    for region in regions where !region.exclude.isEmpty { _ = add(region) }
    var next = 0
    while next < self.regions.count {
      let region = self.regions[next]
      var others: [Int32] = []
      for name in region.exclude where name != region.id {
        if let other = named[name] { others.append(Int32(add(other))) }
      }
      excluded.append(others)
      next += 1
    }
  }

  /// The place of a region; `nil` when it excludes none and none excludes it.
  func node(of region: Region) -> Int? { nodes[region.id] }

  private mutating func add(_ region: Region) -> Int {
    if let node = nodes[region.id] { return node }
    nodes[region.id] = regions.count
    regions.append(region)
    return regions.count - 1
  }

  /// The regions in groups, each after those that it excludes: regions that exclude each other in a
  /// circle are one group, every other region is alone.
  ///
  /// These are the strongly connected components as R. Tarjan finds them (1972), without recursion:
  /// one chain may contain all regions.
  var groups: [[Int]] {
    var groups: [[Int]] = []
    var order = [Int](repeating: -1, count: regions.count)
    var low = order
    var count = 0
    var stack: [Int] = []
    var isOpen = [Bool](repeating: false, count: regions.count)
    for root in regions.indices where order[root] < 0 {
      var way = [(node: root, next: 0)]
      while let (node, next) = way.last {
        if next == 0 {
          (order[node], low[node]) = (count, count)
          count += 1
          stack.append(node)
          isOpen[node] = true
        }
        if next < excluded[node].count {
          way[way.count - 1].next += 1
          let other = Int(excluded[node][next])
          if order[other] < 0 {
            way.append((other, 0))
          } else if isOpen[other] {
            low[node] = min(low[node], order[other])
          }
          continue
        }
        way.removeLast()
        if let parent = way.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == order[node], let first = stack.lastIndex(of: node) else { continue }
        groups.append(Array(stack[first...]))
        for member in stack[first...] { isOpen[member] = false }
        stack.removeSubrange(first...)
      }
    }
    return groups
  }
}
