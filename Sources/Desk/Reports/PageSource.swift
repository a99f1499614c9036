internal import Base
internal import Maps
internal import Records

/// The style and the script of reports, which are compiled into the program and copied into each page.
enum PageSource {
  /// The parts of the style sheet, in their order.
  private static let styles = [
    PackageResources.colours_css, PackageResources.page_css, PackageResources.day_css,
    PackageResources.switches_css,
    PackageResources.stage_css, Drawing.style, PackageResources.panel_css,
    PackageResources.events_css, PackageResources.timelines_css, PackageResources.tables_css,
    PackageResources.print_css,
  ]

  /// The parts of the script that come before those of all maps.
  private static let firstScripts = [PackageResources.numbers_js, PackageResources.words_js]

  /// The other parts of the script, in their order.
  private static let scripts = [
    PackageResources.parts_js, PackageResources.fixes_js, PackageResources.scene_js,
    PackageResources.pins_js, PackageResources.track_js, PackageResources.map_js,
    PackageResources.axis_js, PackageResources.plot_js, PackageResources.rows_js,
    PackageResources.timelines_js, PackageResources.lists_js, PackageResources.sheet_js,
    PackageResources.layout_js,
    PackageResources.panel_js, PackageResources.sound_js, PackageResources.player_js,
    PackageResources.links_js, PackageResources.picture_js, PackageResources.paper_js,
    PackageResources.walk_js,
  ]

  /// The style sheet.
  static var style: String { joined(styles) }

  /// The script, in a scope of its own, with the words of a language.
  static func script(in language: Language) -> String {
    let modules = Drawing.allCases.map { ScriptModule(text: $0.script).scoped }
    let words = String(decoding: language.table(with: sentences(in: language)), as: UTF8.self)
    return """
      "use strict";
      (() => {
      const language = "\(language.rawValue)", words = \(words);
      \(joined(firstScripts))\(modules.joined())\(joined(scripts))})();

      """
  }

  /// The sentences of a report, by the English ones, as a JSON object.
  private static func sentences(in language: Language) -> [UInt8] {
    switch language {
    case .english: Array("{}".utf8)
    case .german: PackageResources.de_json
    case .french: PackageResources.fr_json
    case .spanish: PackageResources.es_json
    }
  }

  private static func joined(_ parts: [[UInt8]]) -> String {
    parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}
