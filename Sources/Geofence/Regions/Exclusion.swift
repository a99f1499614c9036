/// The shapes of regions without the points that others exclude.
package enum Exclusion {
  /// The areas of regions in their order.
  ///
  /// Each area is made once; all regions that exclude it share it.
  ///
  /// - Parameter others: Regions that these may exclude, too.
  package static func areas(
    of regions: some Collection<Region>, and others: [Region]
  ) -> [Shape] {
    guard regions.contains(where: { !$0.exclude.isEmpty }) else { return regions.map(\.shape) }
    let graph = ExclusionGraph(regions, and: others)
    var row = Difference.Row()
    var places = [Int32](repeating: 0, count: graph.regions.count)
    for group in graph.groups {
      let areas = area(of: group, in: graph, places, &row)
      for (node, place) in zip(group, areas) { places[node] = place }
    }
    return regions.map { region in
      graph.node(of: region).map { row.shape(at: places[$0]) } ?? region.shape
    }
  }

  /// The areas of a single region, or of regions that exclude each other in a circle, by place.
  ///
  /// - Parameter places: The places of the excluded regions that are not in the circle.
  private static func area(
    of group: [Int], in graph: ExclusionGraph, _ places: [Int32], _ row: inout Difference.Row
  ) -> [Int32] {
    if let node = group.first, group.count == 1 {
      let excluded = graph.excluded[node].map { places[Int($0)] }
      return [row.add(graph.regions[node].shape, excluding: excluded)]
    }
    var circle = Circle(group: group, graph: graph, places: places)
    return group.indices.map { member in
      group.count <= Circle.most
        ? circle.area(of: member, within: 0, &row) : circle.roughArea(of: member, &row)
    }
  }

  /// Regions that exclude each other in a circle: a region takes nothing away from itself.
  private struct Circle {
    let group: [Int]
    let graph: ExclusionGraph
    let places: [Int32]
    private let members: [Int: Int]
    // The places of areas, by the member and the members on the way to it, one bit each.
    private var known: [Int: Int32] = [:]
    private var wholes: [Int: Int32] = [:]

    /// The most regions of a circle; in a larger circle there are too many ways.
    static let most = 8

    init(group: [Int], graph: ExclusionGraph, places: [Int32]) {
      self.group = group
      self.graph = graph
      self.places = places
      members = Dictionary(zip(group, group.indices)) { first, _ in first }
    }

    /// The area of a region that was reached through others of the circle.
    mutating func area(of member: Int, within outer: Int, _ row: inout Difference.Row) -> Int32 {
      let key = member << Self.most | outer
      if let place = known[key] { return place }
      let outer = outer | 1 << member
      var excluded: [Int32] = []
      for node in graph.excluded[group[member]] {
        guard let other = members[Int(node)] else {
          excluded.append(places[Int(node)])
          continue
        }
        if outer & 1 << other == 0 { excluded.append(area(of: other, within: outer, &row)) }
      }
      let place = row.add(graph.regions[group[member]].shape, excluding: excluded)
      known[key] = place
      return place
    }

    /// The area of a region, if the others of the circle took nothing from each other.
    mutating func roughArea(of member: Int, _ row: inout Difference.Row) -> Int32 {
      var excluded: [Int32] = []
      for node in graph.excluded[group[member]] {
        guard let other = members[Int(node)] else {
          excluded.append(places[Int(node)])
          continue
        }
        excluded.append(whole(other, &row))
      }
      return row.add(graph.regions[group[member]].shape, excluding: excluded)
    }

    /// The area of a region without the excluded regions outside of the circle.
    private mutating func whole(_ member: Int, _ row: inout Difference.Row) -> Int32 {
      if let place = wholes[member] { return place }
      var excluded: [Int32] = []
      for node in graph.excluded[group[member]] where members[Int(node)] == nil {
        excluded.append(places[Int(node)])
      }
      let place = row.add(graph.regions[group[member]].shape, excluding: excluded)
      wholes[member] = place
      return place
    }
  }
}
