import Dispatch
internal import Notation
internal import Records
internal import RegionFiles
internal import System

/// Gives the regions to a phone as a file, and reads the regions in a file of a phone.
///
/// It changes nothing: the phone shows what was read, and saves it as it saves what it draws.
///
/// - Important: Must only be accessed on the queue of its requests.
struct ExchangeDesk: Sendable {
  private let requests: ControllerRequests
  private let server: DispatchQueue
  // A file may take a second to read on a small board.
  private let readers = DispatchQueue(label: "picket.page.exchange", qos: .utility)

  /// The most bytes of a file of a phone.
  static let most = 2 << 20

  // The most bytes of a file that was packed: it becomes ten times as large in memory.
  private static let mostUnpacked = 8 << 20

  // The most problems of a file that are shown.
  private static let mostProblems = 20

  // In metres: of points and lines without their own.
  private static let radius = 20.0
  private static let width = 5.0

  /// A format of a file for another program; the name is the ending of the file's name.
  enum Format: String, CaseIterable, Sendable {
    case geojson, gpx, kml

    fileprivate var type: String {
      switch self {
      case .geojson: "application/geo+json"
      case .gpx: "application/gpx+xml"
      case .kml: "application/vnd.google-earth.kml+xml"
      }
    }

    fileprivate func text(of document: RegionsDocument) -> String {
      switch self {
      case .geojson: document.text
      case .gpx: GPXWriter.text(of: document)
      case .kml: KMLWriter.text(of: document)
      }
    }
  }

  init(_ requests: ControllerRequests, on server: DispatchQueue) {
    self.requests = requests
    self.server = server
  }

  /// Answers with the board's own regions in the format that the arguments name.
  func export(_ arguments: [String: String], _ reply: WebReply) {
    guard let format = Format(rawValue: arguments["format"] ?? "geojson") else {
      let names = Format.allCases.map(\.rawValue).listed("or")
      return reply.give(WebResponse(Denial(400, "format is \(names)")))
    }
    read(reply) { (path) throws(Problem) in
      let document = try RegionsDocument(path: path)
      let name = Denial.Field(
        name: "Content-Disposition", value: "attachment; filename=\"regions.\(format.rawValue)\"")
      return WebResponse(
        type: format.type, body: Array(format.text(of: document).utf8), fields: [name])
    }
  }

  /// Answers with the regions in the bytes of a file, as features that can be saved.
  func convert(_ bytes: [UInt8], _ arguments: [String: String], _ reply: WebReply) {
    let name = arguments["name"].map { $0.onOneLine } ?? "the file"
    let isReplacing = arguments["replace"] == "true"
    read(reply) { (path) throws(Problem) in
      let document = try RegionsDocument(path: path)
      return WebResponse(
        json: try Self.line(of: bytes, name, into: document, isReplacing: isReplacing).text)
    }
  }

  /// The answer about a file: its regions as features, and what could not be read.
  static func line(
    of bytes: [UInt8], _ name: String, into document: RegionsDocument, isReplacing: Bool
  ) throws(Problem) -> JSONLine {
    var source = try RegionImport(bytes, file: name, limit: mostUnpacked)
    (source.radius, source.width, source.isReplacing) = (radius, width, isReplacing)
    var document = document
    // The controller checks what is saved by its own rules, which may have other limits.
    let outcome = source.add(to: &document, rules: RegionRules(RegionSettings()))
    let read = Set(outcome.regions)
    let features = document.features.filter { feature in
      RegionsDocument.identifier(of: feature).map(read.contains) ?? false
    }
    let problems = outcome.problems + outcome.notices
    var line = JSONLine()
    line.add("ok", true)
    line.add("features", .array(features.compactMap(\.json)))
    line.add("shapes", outcome.shapes)
    line.add("left_out", outcome.problems.count)
    line.add("problems", problems.prefix(mostProblems).map(Self.words))
    return line
  }

  // The remedies name options of the command.
  private static func words(_ problem: Problem) -> String {
    Problem(file: problem.file, place: problem.place, wrong: problem.wrong).description
  }

  /// Finds the file of the regions, and works on it on another queue.
  private func read(
    _ reply: WebReply, _ work: @escaping @Sendable (_ path: String) throws(Problem) -> WebResponse
  ) {
    requests.send(.request("regions")) { result in
      let path: String
      switch result {
      case .success(let answer):
        guard let file = RegionsAnswer(answer).file else {
          let reason = answer.refusal?.reason ?? "picket names no file"
          return reply.give(WebResponse(Denial(503, reason)))
        }
        path = file
      case .failure(let denial): return reply.give(WebResponse(denial))
      }
      readers.async {
        let response: WebResponse
        do throws(Problem) {
          response = try work(path)
        } catch {
          response = WebResponse(Denial(400, Self.words(error)))
        }
        server.async { reply.give(response) }
      }
    }
  }
}
