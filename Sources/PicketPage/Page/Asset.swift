internal import Maps
internal import Records

/// A file of the page that is compiled into the program; its name is its path.
enum Asset: String, CaseIterable, Hashable, Sendable {
  case style = "page.css"
  case reportStyle = "report.css"
  case live = "live.js"
  case stream = "stream.js"
  case liveStyle = "live.css"
  case map = "map.js"
  case border = "border.js"
  case card = "card.js"
  case depths = "depths.js"
  case elements = "elements.js"
  case events = "events.js"
  case flat = "flat.js"
  case framing = "framing.js"
  case headline = "headline.js"
  case labels = "labels.js"
  case names = "names.js"
  case placement = "placement.js"
  case region = "region.js"
  case scale = "scale.js"
  case tile = "tile.js"
  case nearing = "nearing.js"
  case regions = "regions.js"
  case shapes = "shapes.js"
  case sheet = "sheet.js"
  case state = "state.js"
  case view = "view.js"
  case why = "why.js"
  case ground = "ground.js"
  case words = "words.js"
  case orders = "orders.js"
  case signals = "signals.js"
  case pair = "pair.js"
  case drawStyle = "draw.css"
  case draw = "draw.js"
  case form = "form.js"
  case handles = "handles.js"
  case outline = "outline.js"
  case panel = "panel.js"
  case saving = "saving.js"
  case shape = "shape.js"
  case sketch = "sketch.js"
  case standing = "standing.js"
  case steps = "steps.js"
  case survey = "survey.js"
  case back = "back.js"
  case backStyle = "back.css"
  case hints = "hints.js"
  case say = "say.js"
  case english = "en.js"
  case french = "fr.js"
  case feet = "feet.js"
  case spanish = "es.js"
  case german = "de.js"
  case area = "area.js"
  case bands = "bands.js"
  case board = "board.js"
  case places = "places.js"
  case groundStyle = "ground.css"
  case tiling = "tiling.js"
  case firstSteps = "first.js"
  case upload = "upload.js"
  case exchange = "exchange.js"
  case sounds = "sounds.js"
  case pointing = "pointing.js"
  case boardsStyle = "boards.css"
  case boards = "boards.js"
  case pins = "pins.js"
  case post = "post.js"

  /// The media type for browsers.
  var type: String {
    rawValue.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  }

  /// Its content.
  var bytes: [UInt8] {
    switch self {
    case .style: PackageResources.page_css
    case .reportStyle: Drawing.style
    case .live: PackageResources.live_js
    case .stream: PackageResources.stream_js
    case .liveStyle: PackageResources.live_css
    case .map: PackageResources.map_js
    case .border: PackageResources.border_js
    case .card: PackageResources.card_js
    case .depths: PackageResources.depths_js
    case .elements: Drawing.elements.script
    case .events: PackageResources.events_js
    case .flat: PackageResources.flat_js
    case .framing: PackageResources.framing_js
    case .headline: PackageResources.headline_js
    case .labels: Drawing.labels.script
    case .names: Drawing.names.script
    case .placement: Drawing.placement.script
    case .region: Drawing.region.script
    case .scale: Drawing.scale.script
    case .tile: Drawing.tile.script
    case .nearing: PackageResources.nearing_js
    case .regions: PackageResources.regions_js
    case .shapes: PackageResources.shapes_js
    case .sheet: PackageResources.sheet_js
    case .state: PackageResources.state_js
    case .view: Drawing.view.script
    case .why: PackageResources.why_js
    case .ground: PackageResources.ground_js
    case .words: PackageResources.words_js
    case .orders: PackageResources.orders_js
    case .signals: PackageResources.signals_js
    case .pair: PackageResources.pair_js
    case .drawStyle: PackageResources.draw_css
    case .draw: PackageResources.draw_js
    case .form: PackageResources.form_js
    case .handles: PackageResources.handles_js
    case .outline: PackageResources.outline_js
    case .panel: PackageResources.panel_js
    case .saving: PackageResources.saving_js
    case .shape: PackageResources.shape_js
    case .sketch: PackageResources.sketch_js
    case .standing: PackageResources.standing_js
    case .steps: PackageResources.steps_js
    case .survey: PackageResources.survey_js
    case .back: PackageResources.back_js
    case .backStyle: PackageResources.back_css
    case .hints: PackageResources.hints_js
    case .say: PackageResources.say_js
    case .english: Self.words(.english, Array("{}".utf8))
    case .french: Self.words(.french, PackageResources.fr_json)
    case .feet: PackageResources.feet_js
    case .spanish: Self.words(.spanish, PackageResources.es_json)
    case .german: Self.words(.german, PackageResources.de_json)
    case .bands: PackageResources.bands_js
    case .area: PackageResources.area_js
    case .board: PackageResources.board_js
    case .places: Drawing.places.script
    case .groundStyle: PackageResources.ground_css
    case .tiling: PackageResources.tiling_js
    case .firstSteps: PackageResources.first_js
    case .upload: PackageResources.upload_js
    case .exchange: PackageResources.exchange_js
    case .sounds: PackageResources.sounds_js
    case .pointing: PackageResources.pointing_js
    case .boardsStyle: PackageResources.boards_css
    case .boards: PackageResources.boards_js
    case .pins: PackageResources.pins_js
    case .post: PackageResources.post_js
    }
  }

  /// The script that has the sentences of the voice and of the page in a language.
  private static func words(_ language: Language, _ page: [UInt8]) -> [UInt8] {
    var script = Array("export const words = Object.assign(".utf8)
    script += language.words
    script += Array(", ".utf8)
    script += page
    script += Array(");\nexport const forms = ".utf8)
    script += SentenceForm.json
    script += Array(";\n".utf8)
    return script
  }

  /// The page itself.
  static var page: [UInt8] { PackageResources.page_html }

  /// The page about walks and the journal.
  static var backPage: [UInt8] { PackageResources.back_html }

  /// The page with all boards of a broker.
  static var boardsPage: [UInt8] { PackageResources.boards_html }

  /// The page of a device that is not paired yet.
  static var pairing: [UInt8] { PackageResources.pair_html }
}

extension Language {
  /// A page whose scripts use this language; without a setting the browser's languages choose.
  func page(_ page: [UInt8]) -> [UInt8] {
    let text = String(decoding: page, as: UTF8.self)
    let tag = #"<html lang="en""#
    guard let place = text.firstRange(of: tag) else { return page }
    return Array(
      (text[..<place.upperBound] + " data-language=\"\(rawValue)\"" + text[place.upperBound...])
        .utf8)
  }
}
