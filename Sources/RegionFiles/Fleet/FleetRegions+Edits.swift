package import Notation

/// Edits of the board's own regions, which leave the regions of the fleet unchanged.
extension FleetRegions {
  /// Refuses to change a region that only the fleet has.
  package func checkChange(of id: String, in own: RegionsDocument) throws(Problems) {
    guard !own.identifiers.contains(id), let index = index(of: id) else { return }
    throw Problems([
      Problem(
        file: file, place: .feature(index, id: id), wrong: "this region comes from the fleet\(by)",
        remedy: "change it where the fleet's regions are published")
    ])
  }

  /// Refuses new regions whose identifiers regions of the fleet have.
  package func checkAdditions(
    to before: RegionsDocument, in own: RegionsDocument
  ) throws(Problems) {
    let known = Set(before.identifiers)
    let refusals = own.identifiers.filter { !known.contains($0) }.compactMap(refusal(ofAdding:))
    guard refusals.isEmpty else { throw Problems(refusals) }
  }

  /// The reason why no region with this identifier can be added; `nil` when one can be.
  package func refusal(ofAdding id: String) -> Problem? {
    index(of: id).map { index in
      Problem(
        file: file, place: .feature(index, id: id),
        wrong: "the fleet has a region with this identifier\(by)",
        remedy: "give another identifier")
    }
  }

  private func index(of id: String) -> Int? {
    regions.contains { $0.id == id } ? indices[id] : nil
  }

  private var by: String { version.map { " (\($0.words))" } ?? "" }
}
