internal import Base
internal import Geofence
internal import Records

/// A walk, a recording or a part of the journal, in a form in which it can be read.
enum PastRecord: Hashable, Sendable {
  /// A walk by its name, which may not exist.
  case walk(String, Form)
  /// The recording of this name that the device has sent, if it is still kept.
  case recording(String, Form)
  /// The journal, or one day of it.
  case journal(day: String?, Form)

  /// The form of a recording; the names are those of the argument `format`.
  enum Form: String, CaseIterable, Hashable, Sendable {
    case html, gpx, geojson, capture, jsonl

    /// The type of its content.
    var type: String {
      switch self {
      case .html: "text/html; charset=utf-8"
      case .gpx: "application/gpx+xml"
      case .geojson: "application/geo+json"
      case .capture, .jsonl: "application/x-ndjson"
      }
    }

    fileprivate var ending: String { self == .capture ? "json" : rawValue }
  }

  /// Reads the arguments of a path; nothing in them is used as a path.
  init(_ arguments: [String: String], form: Form?) throws(Denial) {
    let known = ["walk", "recording", "day", "format", "language"]
    if let other = arguments.keys.sorted().first(where: { !known.contains($0) }) {
      throw Denial(400, "there is no argument \(other.quoted.onOneLine)")
    }
    guard let form = form ?? arguments["format"].flatMap(Form.init) else {
      throw Denial(400, "give a format: \(Form.allCases.map(\.rawValue).listed("or"))")
    }
    guard known.prefix(3).count(where: { arguments[$0] != nil }) <= 1 else {
      throw Denial(400, "give one of these: a walk, a recording or a day")
    }
    let forms: [Form]
    if let walk = arguments["walk"] {
      self = .walk(walk, form)
      forms = [.html, .gpx, .geojson, .capture]
    } else if let recording = arguments["recording"] {
      self = .recording(recording.onOneLine, form)
      forms = [.html, .gpx, .geojson]
    } else {
      if let day = arguments["day"], !Self.isDay(day) {
        throw Denial(400, "\(day.quoted.onOneLine) is not a day such as 2026-06-03")
      }
      self = .journal(day: arguments["day"], form)
      forms = [.html, .jsonl]
    }
    guard forms.contains(form) else {
      let what = forms.contains(.gpx) ? "a walk or a recording" : "the journal"
      throw Denial(400, "\(what) has the formats \(forms.map(\.rawValue).listed())")
    }
  }

  private static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && Timestamp(rfc3339: "\(text)T00:00:00Z") != nil
  }

  /// The language of a report for these arguments; an unknown one is English.
  static func language(_ arguments: [String: String]) -> Language {
    arguments["language"].flatMap(Language.init) ?? .english
  }

  /// The requested form.
  var form: Form {
    switch self {
    case .walk(_, let form), .recording(_, let form), .journal(_, let form): form
    }
  }

  /// The name of the recording that the device has sent; `nil` for others.
  var sentName: String? {
    if case .recording(let name, _) = self { name } else { nil }
  }

  /// The name of the file that a phone saves.
  var fileName: String {
    switch self {
    case .walk(let name, let form): "\(Self.plain(name)).\(form.ending)"
    // The name stays whole: a file of the same name may be beside it.
    case .recording(let name, let form): "\(Self.plain(name)).report.\(form.ending)"
    case .journal(let day, let form): "journal\(day.map { "-\($0)" } ?? "").\(form.ending)"
    }
  }

  /// A name without characters that have a meaning in a header or to a file system.
  private static func plain(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": Character(scalar)
        default: "_"
        }
      })
  }
}
