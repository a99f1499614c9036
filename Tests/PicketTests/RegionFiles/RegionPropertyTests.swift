import Base
import Foundation
import Picket
import RegionFiles
import Testing

/// The table of the properties of regions, and what is made from it.
struct RegionPropertyTests {
  private static let shapes: [RegionProperty.Shape: (properties: String, geometry: String)] = [
    .circle: (#""radius": 20"#, #"{ "type": "Point", "coordinates": [1, 2] }"#),
    .corridor: (#""width": 9"#, #"{ "type": "LineString", "coordinates": [[1, 2], [1, 2.1]] }"#),
    .gate: (#""gate": true"#, #"{ "type": "LineString", "coordinates": [[1, 2], [1, 2.1]] }"#),
    .band: (#""border": "orchard", "offset": 30"#, "null"),
  ]

  /// A file with a region of a shape, and the regions that examples name.
  private static func file(_ shape: RegionProperty.Shape, _ more: String = "") -> String {
    let (own, geometry) = shapes[shape] ?? ("", "")
    let others = ["orchard", "mill", "pond"].map { feature($0, #""radius": 50"#, circle) }
    return
      #"{"type":"FeatureCollection","features":[\#((others + [feature("x", own + more, geometry)]).joined(separator: ","))]}"#
  }

  private static let circle = #"{"type":"Point","coordinates":[1,2]}"#

  private static func feature(_ id: String, _ properties: String, _ geometry: String) -> String {
    #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"geometry":\#(geometry)}"#
  }

  @Test(arguments: RegionProperty.allCases)
  func eachWayGivesTheSameFile(_ property: RegionProperty) throws {
    guard property != .id,
      !["radius", "width", "gate", "border", "offset"].contains(property.rawValue)
    else { return }
    let shape: RegionProperty.Shape = property.entry.shapes.contains(.circle) ? .circle : .gate
    let example = property.entry.example
    let value = try JSON.parse(example)
    // A property without another one has no effect.
    let needed = property.entry.needs.map { #", "\#($0.rawValue)": \#($0.entry.example)"# } ?? ""
    let base = Self.file(shape, needed)
    let written = try RegionsDocument(
      Self.file(shape, "\(needed), \"\(property.rawValue)\": \(example)"), file: "r")
    let check = RegionsFile.check(written.text, file: "r", rules: Configuration().regionRules)
    #expect(check.problems.isEmpty, "\(check.problems)")
    let region = try #require(check.regions.last)
    // A time is given with milliseconds.
    if property != .expires { #expect(property.value(of: region) == value) }

    var commanded = try RegionsDocument(base, file: "r")
    let text = value.string ?? (property.entry.values == .regions ? "pond" : example)
    try commanded.set("x", property.rawValue, to: text)
    #expect(commanded.text == written.text)

    var phoned = try RegionsDocument(base, file: "r")
    var feature = try #require(phoned.features.last?.json?.object)
    var properties = try #require(feature["properties"]?.object)
    // A phone sends a time as it is typed.
    let isTime = if case .seconds = property.entry.values { true } else { false }
    properties[property.rawValue] = isTime ? .string("\(example)s") : value
    feature["properties"] = .object(properties)
    try RegionChange(base: "", features: [.object(feature)]).apply(to: &phoned, fleet: nil)
    #expect(phoned.text == written.text)
  }

  @Test(arguments: [
    (RegionProperty.radius, RegionProperty.Shape.circle, "25"), (.width, .corridor, "12"),
    (.offset, .band, "-5"), (.border, .band, "mill"), (.gate, .gate, "true"),
  ])
  func measureOfAShapeIsSet(
    _ property: RegionProperty, _ shape: RegionProperty.Shape, _ text: String
  ) throws {
    var document = try RegionsDocument(Self.file(shape), file: "r")
    try document.set("x", property.rawValue, to: text)
    let region = RegionsFile.check(document.text, file: "r", rules: Configuration().regionRules)
      .regions.last
    #expect(try property.value(of: #require(region)) == (try? JSON.parse(text)) ?? .string(text))
  }

  // MARK: Documentation

  private func row(_ property: RegionProperty) -> String {
    let entry = property.entry
    let value =
      switch entry.values {
      case .text: "text"
      case .region: "id"
      case .regions: "list of ids"
      case .hours, .moment: "such as `\(entry.example.filter { $0 != "\"" })`"
      case .boolean: "`true` or `false`"
      case .choice(let names): names.map { "`\($0)`" }.listed("or")
      case .seconds(let range), .number(let range, _), .count(let range):
        [property.unit, "\(range.lowerBound.plain) to \(range.upperBound.plain)"]
          .compactMap { $0 }.joined(separator: ", ")
      case .size: "metres"
      case .courses: "such as `\(entry.example)`"
      }
    let shapes =
      switch entry.shapes {
      case Set(RegionProperty.Shape.allCases): "all"
      case Set(RegionProperty.Shape.allCases).subtracting([.gate]): "all but gates"
      default: entry.shapes.map { "\($0)s" }.sorted().listed()
      }
    let since = entry.since == "0.1" ? "" : " (since \(entry.since))"
    return
      "| `\(property.rawValue)` | \(value) | \(shapes) | \(entry.standard ?? "") | \(entry.about)\(since) |"
  }

  @Test func pageHasTheTable() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Picket/Picket.docc/Regions.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") && $0.filter { $0 == "|" }.count == 6 }.map(String.init)
    let expected = RegionProperty.allCases.filter { $0 != .id }.map(row)
    #expect(lines == expected, "\n\(expected.joined(separator: "\n"))")
  }
}
