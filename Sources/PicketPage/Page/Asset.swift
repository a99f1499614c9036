internal import ReportPage

/// A file of the page that is compiled into the program; its name is its path.
enum Asset: String, CaseIterable, Hashable, Sendable {
  case style = "page.css"
  case reportStyle = "report.css"
  case report = "report.js"
  case live = "live.js"
  case stream = "stream.js"
  case map = "map.js"
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
  case back = "back.js"
  case backStyle = "back.css"

  /// The media type for browsers.
  var type: String {
    rawValue.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  }

  /// Its content.
  var bytes: [UInt8] {
    switch self {
    case .style: PackageResources.page_css
    case .reportStyle: Array(ReportPage.style([.map]).utf8)
    case .report: Array(ReportPage.module([.elements, .map], exporting: ["makeMap"]).utf8)
    case .live: PackageResources.live_js
    case .stream: PackageResources.stream_js
    case .map: PackageResources.map_js
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
    case .back: PackageResources.back_js
    case .backStyle: PackageResources.back_css
    }
  }

  /// The page itself.
  static var page: [UInt8] { PackageResources.page_html }

  /// The page about walks and the journal.
  static var backPage: [UInt8] { PackageResources.back_html }

  /// The page of a device that is not paired yet.
  static var pairing: [UInt8] { PackageResources.pair_html }
}
