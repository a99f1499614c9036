internal import Geofence
internal import Notation
internal import Outputs

extension Configuration {
  /// Warns of the classes that outputs hold for and no region is of.
  func classesMissing(in regions: [Region], file: String) -> [Problem] {
    let there = Set(regions.compactMap(\.category))
    return outputs.list.flatMap { output -> [Problem] in
      guard case .some(let classes) = output.holdsInside else { return [] }
      return classes.subtracting(there).sorted().map { name in
        Problem(
          file: file,
          wrong: "inside in [output.\(output.name)] names \(name.quoted), a class of no region",
          remedy: Spelling.nearest(to: name, in: there.sorted())
            .map { "did you mean \($0.quoted)?" }
            ?? "give the regions it is for \"class\": \(name.quoted)",
          severity: .warning)
      }
    }
  }
}
