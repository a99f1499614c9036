import ArgumentParser
import Base
import RegionFiles

/// The properties of a new region other than its shape, each with the name and the help of the table.
struct RegionOptions: ParsableArguments {
  @Option(help: .property(.note)) var note: String?
  @Option(help: .property(.dwell)) var dwell: String?
  @Option(help: .property(.cushion)) var cushion: String?
  @Option(help: .property(.linger)) var linger: String?
  @Option(help: .property(.sense), completion: .values(.sense)) var sense: String?
  @Option(help: .property(.remind)) var remind: String?
  @Option(help: .property(.remindSide), completion: .values(.remindSide)) var remindSide: String?
  @Option(help: .property(.remindAtMost)) var remindAtMost: String?
  @Option(help: .property(.approach)) var approach: String?
  @Option(help: .property(.approachFrom), completion: .values(.approachFrom))
  var approachFrom: String?
  @Option(help: .property(.approachLongest)) var approachLongest: String?
  @Option(help: .property(.maxSpeed)) var maxSpeed: String?
  @Option(help: .property(.speedLinger)) var speedLinger: String?
  @Option(help: .property(.after), completion: .regions) var after: String?
  @Flag(help: .property(.once)) var once = false
  @Option(help: .property(.heading)) var heading: String?
  @Option(help: .property(.signal), completion: .signals) var signal: String?
  @Option(name: .customLong("class"), help: .property(.category)) var category: String?
  @Option(help: .property(.expires)) var expires: String?
  @Option(help: .property(.active)) var active: String?
  @Flag(help: .property(.atStart)) var atStart = false
  @Flag(help: .property(.latch)) var latch = false
  @Flag(help: .property(.mute)) var mute = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A circle or other regions that are cut out of it; may be given again.",
      valueName: "lat,lon,radius|regions"), completion: .regions)
  var exclude: [String] = []

  /// The given properties with their texts.
  private var given: [(property: RegionProperty, text: String)] {
    let flags: [(RegionProperty, Bool)] = [
      (.once, once), (.atStart, atStart), (.latch, latch), (.mute, mute),
    ]
    let names = exclude.filter { NewRegion.Hole($0) == nil }.joined(separator: ",")
    let texts: [(RegionProperty, String?)] = [
      (.note, note), (.dwell, dwell), (.cushion, cushion), (.linger, linger), (.sense, sense),
      (.remind, remind), (.remindSide, remindSide), (.remindAtMost, remindAtMost),
      (.approach, approach), (.approachFrom, approachFrom), (.approachLongest, approachLongest),
      (.maxSpeed, maxSpeed), (.speedLinger, speedLinger), (.after, after), (.heading, heading),
      (.signal, signal), (.category, category), (.expires, expires), (.active, active),
      (.exclude, names.isEmpty ? nil : names),
    ]
    return texts.compactMap { property, text in text.map { (property, $0) } }
      + flags.filter(\.1).map { ($0.0, "true") }
  }

  /// Refuses wrong values before you walk.
  func validate() throws {
    let given = given
    for (property, _) in given {
      guard let needed = property.entry.needs, !given.contains(where: { $0.property == needed })
      else { continue }
      throw ValidationError("\(property.option) needs \(needed.option)")
    }
    if let mistake = region("x").mistakes.first {
      let remedy = mistake.remedy.map { "; \($0)" } ?? ""
      throw ValidationError(mistake.wrong + remedy)
    }
  }

  func region(_ id: String) -> NewRegion {
    var region = NewRegion(id: id)
    for (property, text) in given { region.add(property, text) }
    region.holes = exclude.compactMap { NewRegion.Hole($0) }
    return region
  }
}

extension RegionProperty {
  /// The option of `regions add`: `--max-speed`.
  fileprivate var option: String {
    "--" + rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  /// The word for a value in the help.
  fileprivate var valueName: String {
    switch entry.values {
    case .choice(let names): names.joined(separator: "|")
    case .seconds, .moment: "time"
    case .number(_, let unit): unit
    case .count: "count"
    case .region: "region"
    case .regions: "regions"
    case .hours: "hours"
    case .courses: "from-to"
    case .size: "metres"
    case .boolean, .text: self == .note ? "text" : "name"
    }
  }
}

extension ArgumentHelp {
  /// The help of an option that sets a property.
  fileprivate static func property(_ property: RegionProperty) -> ArgumentHelp {
    ArgumentHelp(property.help, valueName: property.valueName)
  }
}

extension CompletionKind {
  /// The values of a property.
  fileprivate static func values(_ property: RegionProperty) -> CompletionKind {
    .list(property.values)
  }
}
