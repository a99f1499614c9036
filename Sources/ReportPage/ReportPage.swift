/// The styles and scripts of reports, which are compiled into the program and copied into each page.
///
/// Each part has one subject; another page may embed only the parts that it needs.
package enum ReportPage {
  /// The parts of the style sheet, in their order.
  package enum Style: CaseIterable {
    case page, day, switches, stage, map, panel, events, timelines, tables, print

    fileprivate var text: [UInt8] {
      switch self {
      case .page: PackageResources.page_css
      case .switches: PackageResources.switches_css
      case .stage: PackageResources.stage_css
      case .map: PackageResources.map_css
      case .panel: PackageResources.panel_css
      case .timelines: PackageResources.timelines_css
      case .tables: PackageResources.tables_css
      case .day: PackageResources.day_css
      case .events: PackageResources.events_css
      case .print: PackageResources.print_css
      }
    }
  }

  /// The parts of the script, in their order.
  package enum Script: CaseIterable {
    case elements, numbers, fixes, map, axis, lines, timelines, panel, sound, player, links, picture
    case paper, walk

    fileprivate var text: [UInt8] {
      switch self {
      case .elements: PackageResources.elements_js
      case .numbers: PackageResources.numbers_js
      case .fixes: PackageResources.fixes_js
      case .map: PackageResources.map_js
      case .timelines: PackageResources.timelines_js
      case .panel: PackageResources.panel_js
      case .sound: PackageResources.sound_js
      case .player: PackageResources.player_js
      case .links: PackageResources.links_js
      case .axis: PackageResources.axis_js
      case .lines: PackageResources.lines_js
      case .picture: PackageResources.picture_js
      case .paper: PackageResources.paper_js
      case .walk: PackageResources.walk_js
      }
    }
  }

  /// The style sheet of some parts, without its colours.
  package static func style(_ parts: [Style]) -> String {
    parts.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "\n")
  }

  /// The module that creates elements, for other pages too.
  package static var elements: [UInt8] { Script.elements.text }

  /// The script of some parts, in a scope of their own, where nothing is exported.
  package static func script(_ parts: [Script]) -> String {
    let text = parts.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "\n")
      .replacing("\nexport ", with: "\n")
    return "\"use strict\";\n(() => {\n\(text)})();\n"
  }
}
