import Base
import Foundation
import Picket
import RegionFiles

/// What a file becomes by `import --radius 20 --width 10`.
struct ImportedFile {
  /// Each region and its shape, such as `gate: circle of 20 m, from waypoint "Gate"`.
  private(set) var shapes: [String] = []
  private(set) var problems: [String] = []
  private(set) var notices: [String] = []
  private(set) var document = RegionsDocument(file: "r")

  /// Imports the bytes of a file, which is called `f` in messages.
  init(_ bytes: [UInt8], _ options: (inout RegionImport) -> Void = { _ in }) throws {
    var source = try RegionImport(bytes, file: "f")
    (source.radius, source.width) = (20, 10)
    options(&source)
    let outcome = source.add(to: &document, rules: Configuration().regionRules)
    shapes = zip(outcome.regions, outcome.shapes).map { "\($0): \($1)" }
    problems = outcome.problems.map(\.description)
    notices = outcome.notices.map(\.description)
  }

  /// Imports a text.
  init(_ text: String) throws {
    try self.init(Array(text.utf8))
  }

  /// Imports a file of `Captures/imports`.
  init(file name: String, _ options: (inout RegionImport) -> Void = { _ in }) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Captures/imports")
    try self.init(Array(Data(contentsOf: folder.appendingPathComponent(name))), options)
  }

  /// The identifiers of the regions.
  var regions: [String] { document.identifiers }

  /// The positions of a region's geometry, flat.
  func positions(_ region: Int = 0) -> [Double] {
    func numbers(_ json: JSON?) -> [Double] {
      switch json {
      case .number(let number)?: [number]
      case .array(let elements)?: elements.flatMap(numbers)
      default: []
      }
    }
    guard document.features.indices.contains(region) else { return [] }
    return numbers(document.features[region]["geometry"]?["coordinates"]?.json)
  }

  /// The message with which a whole file is refused; `nil` if it is read.
  static func refusal(of bytes: [UInt8]) -> String? {
    do throws(Problem) {
      _ = try RegionImport(bytes, file: "f")
      return nil
    } catch {
      return error.description
    }
  }
}
