internal import Maps
internal import Notation
internal import Records
internal import RegionFiles

/// A file of the page that is compiled into the program.
struct Asset: Hashable, Sendable {
  /// The name, which is its path.
  let name: String

  // A function, since a file takes memory only once it is asked for.
  private let content: @Sendable () -> [UInt8]

  private init(_ name: String, _ content: @escaping @Sendable () -> [UInt8]) {
    (self.name, self.content) = (name, content)
  }

  /// Its content.
  var bytes: [UInt8] { content() }

  /// The media type for browsers.
  var type: String {
    name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  }

  static func == (left: Asset, right: Asset) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// All files.
  static let all: [Asset] =
    [style, english, german, french, spanish] + files
    + Drawing.allCases.map { part in Asset("\(part.rawValue).js") { part.script } }

  /// The style of all pages, and the words of each language.
  static let style = Asset("page.css") { PackageResources.page_css }
  static let english = Asset("en.js") { words(.english, Array("{}".utf8)) }
  static let german = Asset("de.js") { words(.german, PackageResources.de_json) }
  static let french = Asset("fr.js") { words(.french, PackageResources.fr_json) }
  static let spanish = Asset("es.js") { words(.spanish, PackageResources.es_json) }

  private static let files = [
    Asset("area.js") { PackageResources.area_js },
    Asset("back.css") { PackageResources.back_css },
    Asset("back.js") { PackageResources.back_js },
    Asset("backdrop.js") { PackageResources.backdrop_js },
    Asset("bands.js") { PackageResources.bands_js },
    Asset("border.js") { PackageResources.border_js },
    Asset("card.js") { PackageResources.card_js },
    Asset("depths.js") { PackageResources.depths_js },
    Asset("draw.css") { PackageResources.draw_css },
    Asset("draw.js") { PackageResources.draw_js },
    Asset("events.js") { PackageResources.events_js },
    Asset("exchange.js") { PackageResources.exchange_js },
    Asset("facts.js") { PackageResources.facts_js },
    Asset("feet.js") { PackageResources.feet_js },
    Asset("fields.js") { PackageResources.fields_js },
    Asset("first.js") { PackageResources.first_js },
    Asset("flat.js") { PackageResources.flat_js },
    Asset("form.js") { PackageResources.form_js },
    Asset("framing.js") { PackageResources.framing_js },
    Asset("ground.css") { PackageResources.ground_css },
    Asset("ground.js") { PackageResources.ground_js },
    Asset("handles.js") { PackageResources.handles_js },
    Asset("headline.js") { PackageResources.headline_js },
    Asset("hints.js") { PackageResources.hints_js },
    Asset("live.css") { PackageResources.live_css },
    Asset("live.js") { PackageResources.live_js },
    Asset("map.js") { PackageResources.map_js },
    Asset("orders.js") { PackageResources.orders_js },
    Asset("outline.js") { PackageResources.outline_js },
    Asset("pair.js") { PackageResources.pair_js },
    Asset("panel.js") { PackageResources.panel_js },
    Asset("pointing.js") { PackageResources.pointing_js },
    Asset("post.js") { PackageResources.post_js },
    Asset("properties.js") { RegionProperty.script },
    Asset("regions.js") { PackageResources.regions_js },
    Asset("map.css") { Drawing.style },
    Asset("saving.js") { PackageResources.saving_js },
    Asset("say.js") { PackageResources.say_js },
    Asset("shape.js") { PackageResources.shape_js },
    Asset("shapes.js") { PackageResources.shapes_js },
    Asset("sheet.js") { PackageResources.sheet_js },
    Asset("signals.js") { PackageResources.signals_js },
    Asset("sketch.js") { PackageResources.sketch_js },
    Asset("sounds.js") { PackageResources.sounds_js },
    Asset("standing.js") { PackageResources.standing_js },
    Asset("state.js") { PackageResources.state_js },
    Asset("steps.js") { PackageResources.steps_js },
    Asset("stream.js") { PackageResources.stream_js },
    Asset("survey.js") { PackageResources.survey_js },
    Asset("tiling.js") { PackageResources.tiling_js },
    Asset("upload.js") { PackageResources.upload_js },
    Asset("why.js") { PackageResources.why_js },
    Asset("words.js") { PackageResources.words_js },
  ]

  /// The script that has the sentences of the voice and of the page in a language.
  private static func words(_ language: Language, _ page: [UInt8]) -> [UInt8] {
    Array("export const words = ".utf8) + language.table(with: page) + Array(";\n".utf8)
  }

  /// The page itself.
  ///
  /// It names each of its scripts: a browser that found them one in another would wait for each.
  static var page: [UInt8] {
    let own =
      (files.filter { !["back.js", "live.js", "pair.js"].contains($0.name) }.map(\.name)
      + Drawing.allCases.map { "\($0.rawValue).js" }).filter { $0.hasSuffix(".js") }
    let live = #"<script type="module" src="/live.js"></script>"#
    let tags = own.map { live.replacing(text: "live.js", by: $0) }.joined(separator: "\n")
    let text = String(decoding: PackageResources.page_html, as: UTF8.self)
    return Array(text.replacing(text: live, by: "\(tags)\n\(live)").utf8)
  }

  /// The page about walks and the journal.
  static var backPage: [UInt8] { PackageResources.back_html }

  /// The page of a device that is not paired yet.
  static var pairing: [UInt8] { PackageResources.pair_html }
}

extension Language {
  /// A page whose scripts use this language; without a setting the browser's languages choose.
  func page(_ page: [UInt8]) -> [UInt8] {
    let text = String(decoding: page, as: UTF8.self)
    let tag = #"<html lang="en""#
    return Array(text.replacing(text: tag, by: "\(tag) data-language=\"\(rawValue)\"").utf8)
  }
}

extension RegionProperty {
  /// The script that has the table of properties.
  fileprivate static var script: [UInt8] {
    let rows = allCases.map(\.line.text).joined(separator: ",\n")
    return Array("export const properties = [\n\(rows),\n];\n".utf8)
  }

  private var line: JSONLine {
    var line = JSONLine()
    line.add("name", rawValue)
    line.add("kind", form)
    line.add("shapes", Shape.allCases.filter(entry.shapes.contains).map(\.rawValue))
    line.add("standard", entry.standard)
    line.add("unit", unit)
    line.add("least", range?.lowerBound, decimals: 3)
    line.add("most", range?.upperBound, decimals: 3)
    if case .choice(let names) = entry.values { line.add("choices", names) }
    return line
  }

  /// The kind of field of a form.
  private var form: String {
    switch entry.values {
    case .boolean: "boolean"
    case .choice: "choice"
    case .seconds, .number, .count, .size: "number"
    case .region: "region"
    case .regions: "list"
    case .courses: "courses"
    case .text, .hours, .moment: "text"
    }
  }
}
