internal import Geofence
internal import Notation
internal import Outputs

extension Configuration {
  /// Warns of outputs that are held by a region or a class that does not exist.
  func heldMissing(in regions: [Region], file: String) -> [Problem] {
    // Most configurations name none.
    guard outputs.list.contains(where: \.holds) else { return [] }
    let classes = Set(regions.compactMap(\.category))
    let ids = Set(regions.map(\.id))
    // An anchor is a region only while it is dropped.
    let droppable = [Anchor.usualID, outputs.button?.doubleDrops ?? Anchor.usualID]
    return outputs.list.flatMap { output in
      output.holders.flatMap { key, choice in
        guard case .some(let namedIDs, let namedClasses) = choice else { return [Problem]() }
        let subject = "\(key) in [output.\(output.name)] names"
        return namedIDs.subtracting(ids).subtracting(droppable).sorted().map { name in
          Problem(
            file: file, wrong: "\(subject) \(name.quoted), which is no region",
            remedy: Self.meant(name, among: ids, or: classes),
            severity: .warning)
        }
          + namedClasses.subtracting(classes).sorted().map { name in
            Problem(
              file: file, wrong: "\(subject) \(name.quoted), a class of no region",
              remedy: Spelling.nearest(to: name, in: classes.sorted())
                .map { "did you mean \($0.quoted)?" }
                ?? "give the regions it is for \"class\": \(name.quoted)",
              severity: .warning)
          }
      }
    }
  }

  private static func meant(
    _ id: String, among ids: Set<String>, or classes: Set<String>
  ) -> String {
    if classes.contains(id) { return "for the class write \"class:\(id)\"" }
    if ids.count < 1000, let near = Spelling.nearest(to: id, in: ids.sorted()) {
      return "did you mean \(near.quoted)?"
    }
    return "draw that region, or name one that is there: picket regions list"
  }
}
