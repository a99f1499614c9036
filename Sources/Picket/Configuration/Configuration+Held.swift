package import Base
internal import Board
package import Geofence

extension Configuration {
  /// Warns of outputs that are held by a region or a class that does not exist or can never hold them.
  package func heldMissing(in regions: [Region], file: String) -> [Problem] {
    // Most configurations name none.
    guard outputs.list.contains(where: \.holds) else { return [] }
    let known = Holders(regions)
    // An anchor is a region only while it is dropped.
    let droppable = [Anchor.usualID, outputs.button?.doubleDrops ?? Anchor.usualID]
    return outputs.list.flatMap { output in
      output.holders.flatMap { key, choice in
        let isSpeed = key == "speeding"
        let wrongs: [(words: String, remedy: String)?] =
          switch choice {
          case .none: []
          case .any: [isSpeed ? known.wrongAnyLimit() : nil]
          case .some(let ids, let classes):
            ids.subtracting(droppable).sorted().map { known.wrong(id: $0, isSpeed: isSpeed) }
              + classes.sorted().map { known.wrong(class: $0, isSpeed: isSpeed) }
          }
        return wrongs.compactMap { $0 }.map { words, remedy in
          Problem(
            file: file, wrong: "\(key) in [output.\(output.name)] names \(words)", remedy: remedy,
            severity: .warning)
        }
      }
    }
  }

  /// Warns of an anchor that can never be dropped, since a region of the files has its name.
  func anchorTaken(by regions: [Region], file: String) -> [Problem] {
    guard let name = outputs.button?.doubleDrops, regions.contains(where: { $0.id == name }) else {
      return []
    }
    return [
      Problem(
        file: file,
        wrong: "double in [button] drops \(name.quoted), which is a region of the files",
        remedy: "give the anchor another name", severity: .warning)
    ]
  }
}

/// The regions that may hold an output, by their names and classes.
private struct Holders {
  private let regions: [String: Region]
  private let classes: [String: [Region]]

  init(_ regions: [Region]) {
    self.regions = Dictionary(regions.map { ($0.id, $0) }) { first, _ in first }
    classes = Dictionary(grouping: regions.filter { $0.category != nil }) { $0.category ?? "" }
  }

  /// The mistake of a name, in words, with its remedy.
  func wrong(id: String, isSpeed: Bool) -> (words: String, remedy: String)? {
    guard let region = regions[id] else {
      return ("\(id.quoted), which is no region", meant(id))
    }
    if isSpeed {
      return region.speedRule == nil
        ? ("\(id.quoted), which has no limit of speed", Self.limit) : nil
    }
    return region.isGate ? ("\(id.quoted), which is a gate", Self.inner) : nil
  }

  /// The mistake of a class, in words, with its remedy.
  func wrong(class name: String, isSpeed: Bool) -> (words: String, remedy: String)? {
    guard let members = classes[name] else {
      return (
        "\(name.quoted), a class of no region",
        Spelling.nearest(to: name, in: classes.keys.sorted()).map { "did you mean \($0.quoted)?" }
          ?? "give the regions it is for \"class\": \(name.quoted)"
      )
    }
    if isSpeed {
      return members.allSatisfy { $0.speedRule == nil }
        ? ("\(name.quoted), a class without a limit of speed", Self.limit) : nil
    }
    return members.allSatisfy(\.isGate) ? ("\(name.quoted), a class of gates", Self.inner) : nil
  }

  /// The mistake of "any" limit of speed where no region has one.
  func wrongAnyLimit() -> (words: String, remedy: String)? {
    guard regions.values.allSatisfy({ $0.speedRule == nil }) else { return nil }
    return ("\"any\", and no region has a limit of speed", "give one \"maxSpeed\": 30, in km/h")
  }

  private static let limit = "give it \"maxSpeed\": 30, in km/h, or name another region"
  private static let inner = "name a region with an inside"

  private func meant(_ id: String) -> String {
    if classes[id] != nil { return "for the class write \"class:\(id)\"" }
    if regions.count < 1000, let near = Spelling.nearest(to: id, in: regions.keys.sorted()) {
      return "did you mean \(near.quoted)?"
    }
    return "draw that region, or name one that is there: picket regions list"
  }
}
