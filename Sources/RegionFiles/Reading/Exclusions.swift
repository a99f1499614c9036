internal import Base
internal import Geofence

/// The regions that other regions exclude from their areas.
enum Exclusions {
  /// The problems of exclusions: of an unknown region or itself, in a circle, or too many.
  ///
  /// - Parameters:
  ///   - others: The regions of another file, whose own problems are reported with that file.
  ///   - indices: The indices of all features that have an identifier, by identifier.
  static func problems(
    of regions: [Region], with others: [Region] = [], at indices: [String: Int], file: String
  ) -> [Problem] {
    var excluded: [String: [String]] = [:]
    // Only read in place: very many regions would take long to copy.
    for regions in [others, regions] {
      for place in regions.indices where !regions[place].exclude.isEmpty {
        excluded[regions[place].id] = regions[place].exclude
      }
    }
    guard !excluded.isEmpty else { return [] }
    let shallow = shallow(excluded)
    var problems: [Problem] = []
    if isTooMuch(excluded) {
      problems.append(
        Problem(
          file: file,
          wrong: "exclude removes more than \(most) regions from others, including those that "
            + "excluded regions exclude", remedy: "exclude fewer"))
    }
    for region in regions {
      guard let index = indices[region.id] else { continue }
      func note(_ code: String, _ values: [String: Reason.Value], _ advice: Reason) {
        problems.append(
          Problem(
            file: file, place: .feature(index, id: region.id), Reason(code, values), advice,
            field: RegionProperty.exclude.rawValue))
      }
      if !region.exclude.isEmpty, !shallow.contains(region.id) {
        note("wrong.exclusions", ["most": .count(deepest)], Reason("mend.exclusions"))
      }
      for name in region.exclude {
        if name == region.id {
          note("wrong.excludesItself", [:], Reason("mend.unexclude"))
        } else if indices[name] == nil {
          note(
            "wrong.unknown",
            ["key": RegionProperty.exclude.named, "name": .text(name.quoted)],
            .meant(name, among: indices))
        }
      }
    }
    return problems
  }

  /// The regions whose exclusions form neither a circle nor too long a chain, found from the ends.
  private static func shallow(_ excluded: [String: [String]]) -> Set<String> {
    var shallow = Set(excluded.values.joined()).subtracting(excluded.keys)
    var rest = excluded
    for _ in 0..<deepest {
      let next = rest.filter { id, names in
        names.allSatisfy { shallow.contains($0) || $0 == id }
      }
      if next.isEmpty { break }
      for id in next.keys {
        shallow.insert(id)
        rest[id] = nil
      }
    }
    return shallow
  }

  /// Whether a fix may have to be compared with too many regions.
  ///
  /// For each region, every exclusion that its area depends on counts once.
  private static func isTooMuch(_ excluded: [String: [String]]) -> Bool {
    guard excluded.values.reduce(0, { $0 + $1.count }) <= most else { return true }
    var places: [String: Int] = [:]
    for (place, id) in excluded.keys.enumerated() { places[id] = place }
    // Excluded regions that exclude none themselves matter only by their number.
    let next = excluded.values.map { names in
      (count: names.count, others: names.compactMap { places[$0] })
    }
    var seen = [Int](repeating: -1, count: next.count)
    var count = 0
    for start in next.indices {
      var open = [start]
      seen[start] = start
      while let place = open.popLast() {
        count += next[place].count
        if count > most { return true }
        for other in next[place].others where seen[other] != start {
          seen[other] = start
          open.append(other)
        }
      }
    }
    return false
  }

  /// The longest chain of exclusions: each region in it costs time at each fix.
  private static let deepest = 8

  /// The most exclusions: where all areas overlap, this many take milliseconds at each fix, and
  /// seconds at the first fix near them.
  private static let most = 200_000
}
