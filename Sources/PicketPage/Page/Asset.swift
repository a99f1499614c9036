internal import Base
internal import Maps
internal import Records
internal import RegionFiles
internal import Synchronization

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

  /// Its content packed with gzip, which is kept; `nil` if it cannot be packed.
  var packed: [UInt8]? {
    Self.kept.withLock { kept in
      if let bytes = kept[self] { return bytes }
      let bytes = Packing.gzip(bytes)
      kept[self] = bytes
      return bytes
    }
  }

  private static let kept = Mutex<[Asset: [UInt8]]>([:])

  /// The media type for browsers.
  var type: String {
    name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  }

  static func == (left: Asset, right: Asset) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// All files: for each page its style and its script, which need no others but the words.
  static let all: [Asset] =
    [
      style,
      Asset("live.css") {
        Drawing.style + PackageResources.page_css + PackageResources.live_css
          + PackageResources.ground_css + PackageResources.draw_css
      },
      Asset("back.css") { PackageResources.page_css + PackageResources.back_css },
    ] + ["live.js", "back.js", "pair.js"].map(script) + languages

  /// The style of a device that is not paired yet.
  static let style = Asset("page.css") { PackageResources.page_css }

  /// The words of each language.
  static let languages = [
    Asset("en.js") { words(.english, Array("{}".utf8)) },
    Asset("de.js") { words(.german, PackageResources.de_json) },
    Asset("fr.js") { words(.french, PackageResources.fr_json) },
    Asset("es.js") { words(.spanish, PackageResources.es_json) },
  ]

  /// A script with all that it imports, each after what it imports itself.
  private static func script(_ entry: String) -> Asset {
    Asset(entry) {
      var (text, done): (String, Set<String>) = ("", [])
      func add(_ name: String) {
        guard done.insert(name).inserted else { return }
        guard let part = parts.first(where: { $0.name == name }) else {
          preconditionFailure("there is no script \(name)")
        }
        let module = ScriptModule(text: part.bytes)
        module.imported.forEach(add)
        text += module.joined
      }
      add(entry)
      return Array(text.utf8)
    }
  }

  /// The parts of the scripts.
  static let parts =
    Drawing.allCases.map { part in Asset("\(part.rawValue).js") { part.script } }
    + PackageResources.all.filter { $0.name.hasSuffix(".js") }.map { Asset($0.name, $0.bytes) }
    + [Asset("properties.js") { RegionProperty.script }]

  /// The script that has the sentences of the voice and of the page in a language.
  private static func words(_ language: Language, _ page: [UInt8]) -> [UInt8] {
    Array("export const words = ".utf8) + language.table(with: page) + Array(";\n".utf8)
  }

  /// The page itself.
  static var page: [UInt8] { PackageResources.page_html }

  /// The page about walks and the journal.
  static var backPage: [UInt8] { PackageResources.back_html }

  /// The page of a device that is not paired yet.
  static var pairing: [UInt8] { PackageResources.pair_html }
}

extension RequestHead {
  /// A page whose scripts use a language; without a setting the browser's languages choose.
  ///
  /// It names the words that the browser will choose: they come along with the script.
  func page(_ page: [UInt8], in setting: Language?) -> [UInt8] {
    let asked = values("accept-language").joined(separator: ",").split(separator: ",")
      .compactMap { Language(rawValue: $0.drop { $0 == " " }.prefix(2).lowercased()) }
    let language = setting ?? asked.first ?? .english
    let tag = #"<html lang="en""#
    var text = String(decoding: page, as: UTF8.self)
      .replacing(text: "/en.js", by: "/\(language.rawValue).js")
    if setting != nil {
      text = text.replacing(text: tag, by: "\(tag) data-language=\"\(language.rawValue)\"")
    }
    return Array(text.utf8)
  }

  /// Whether an answer may be packed with gzip.
  var allowsPacking: Bool {
    values("accept-encoding").joined(separator: ",").split(separator: ",")
      .contains { $0.drop { $0 == " " }.hasPrefix("gzip") && !$0.hasSuffix("q=0") }
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
