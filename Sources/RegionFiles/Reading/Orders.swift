internal import Base
internal import Geofence

/// The order of the regions of a course.
enum Orders {
  /// The problems of `after`: an unknown region, the region itself, a circle, or a region that never
  /// reports.
  ///
  /// - Parameter indices: The indices of all features that have an identifier, by identifier.
  static func problems(
    of regions: [Region], at indices: [String: Int], file: String
  ) -> [Problem] {
    var before: [String: String] = [:]
    for region in regions { before[region.id] = region.order.after }
    let named = Dictionary(regions.map { ($0.id, $0) }) { first, _ in first }
    var problems: [Problem] = []
    for region in regions {
      guard let after = before[region.id], let index = indices[region.id] else { continue }
      func note(_ wrong: String, _ remedy: String, _ severity: Problem.Severity = .error) {
        problems.append(
          Problem(
            file: file, place: .feature(index, id: region.id), wrong: wrong, remedy: remedy,
            severity: severity, field: RegionProperty.after.rawValue))
      }
      if after == region.id {
        note("after names the region itself", "give the id of another feature")
      } else if indices[after] == nil {
        let near = Spelling.nearest(to: after, in: indices.keys.sorted())
        note(
          "after names \(after.quoted), which is not in the file",
          near.map { "did you mean \($0.quoted)?" } ?? "give the id of another feature")
      } else if isInCircle(region.id, before) {
        note("after leads back to this region, so none of them ever reports", "remove one after")
      } else if let first = named[after], !first.isGate, !first.notifyOnEntry, !first.notifyOnExit,
        first.dwell == nil
      {
        note(
          "after names \(after.quoted), which reports nothing",
          "let that region report its entries",
          .warning)
      } else if named[after]?.isEnabled == false {
        note(
          "after names \(after.quoted), which is disabled, so this region never reports",
          "enable it, or remove after", .warning)
      }
    }
    return problems
  }

  private static func isInCircle(_ id: String, _ before: [String: String]) -> Bool {
    var next = before[id]
    var count = 0
    while let name = next, count <= before.count {
      if name == id { return true }
      next = before[name]
      count += 1
    }
    return false
  }
}
