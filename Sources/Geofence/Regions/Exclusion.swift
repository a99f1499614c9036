/// What is left of regions' shapes when others take their points away.
package enum Exclusion {
  /// The areas of regions in their order.
  package static func areas(of regions: [Region], named: [String: Region]) -> [Shape] {
    regions.map { area(of: $0, named: named, within: []) }
  }

  /// Through a circle of regions nothing is taken away from oneself.
  private static func area(
    of region: Region, named: [String: Region], within outer: Set<String>
  ) -> Shape {
    guard !region.exclude.isEmpty else { return region.shape }
    let outer = outer.union([region.id])
    let excluded = region.exclude.compactMap { named[$0] }.filter { !outer.contains($0.id) }
    guard !excluded.isEmpty else { return region.shape }
    return .difference(
      Difference(
        base: region.shape,
        excluded: excluded.map { area(of: $0, named: named, within: outer) }))
  }
}
