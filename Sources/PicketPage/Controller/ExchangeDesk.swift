internal import Base
import Dispatch
internal import Records
internal import RegionFiles

/// Gives the regions to a phone as a file, and reads the regions in a file of a phone.
///
/// It changes nothing: the phone shows what was read, and saves it as it saves what it draws. The work is
/// done by a program with limits of memory and time: a file of a stranger may cost any amount of both.
///
/// - Important: Must only be accessed on its queue.
final class ExchangeDesk: Sendable {
  /// What only the queue may reach.
  private struct State {
    let exports = Turns(most: 1, mostWaiting: 2)
    var isReading = false
  }

  private let requests: ControllerRequests
  private let queue: DispatchQueue
  private let confined: Confined<State>

  /// The most bytes of a file of a phone.
  static let most = 2 << 20

  // The most bytes of a file that was packed: it becomes ten times as large in memory.
  private static let mostUnpacked = 8 << 20

  // The most bytes of an answer: a file of 10,000 polygons.
  private static let mostOfAnswer = 24 << 20

  /// The most bytes of memory for the work with one file.
  private static let memory = 80 << 20

  // In seconds: a small board reads 2 MB in six.
  private static let patience = 10.0

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

  init(_ requests: ControllerRequests, on queue: DispatchQueue) {
    self.requests = requests
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Answers with the board's own regions in the format that the arguments name.
  func export(
    _ arguments: [String: String], of sender: String, _ errand: Errand, _ reply: WebReply
  ) {
    guard let format = Format(rawValue: arguments["format"] ?? "geojson") else {
      let names = Format.allCases.map(\.rawValue).listed("or")
      return reply.give(WebResponse(Denial(400, "format is \(names)")))
    }
    do throws(Denial) {
      try confined.value.exports.start(of: sender) { [self] done in
        run(["--format=\(format.rawValue)"], [], of: sender, errand) { result in
          done()
          reply.give(
            result.response(
              type: format.type, fileName: "regions.\(format.rawValue)"))
        }
      }
    } catch {
      reply.give(WebResponse(error))
    }
  }

  /// Reserves the place for a file of a phone, before its bytes are received.
  ///
  /// - Returns: The beginning of the request; `nil` while there is another file.
  func beginReading(_ arguments: [String: String], of sender: String) -> WebBeginning? {
    guard !confined.value.isReading else { return nil }
    confined.value.isReading = true
    let errand = Errand()
    let name = arguments["name"].map { $0.onOneLine } ?? "the file"
    let words = ["--name=\(name)"] + (arguments["replace"] == "true" ? ["--replace"] : [])
    return .read { [self] bytes, reply in
      run(words, bytes, of: sender, errand) { result in
        reply.give(result.response(type: "application/json", fileName: nil))
      }
    } ended: { [self] isAnswered in
      errand.end(isAnswered: isAnswered)
      confined.value.isReading = false
    }
  }

  /// What a run of the program has printed, or the reason why it has not.
  private enum Printed {
    case output([UInt8])
    case refusal([UInt8])
    case failure(Denial)

    func response(type: String, fileName: String?) -> WebResponse {
      switch self {
      case .output(let bytes):
        let field = fileName.map { name in
          Denial.Field(name: "Content-Disposition", value: "attachment; filename=\"\(name)\"")
        }
        return WebResponse(type: type, body: bytes, fields: field.map { [$0] } ?? [])
      case .refusal(let line):
        return WebResponse(status: 400, type: "application/json", body: line)
      case .failure(let denial): return WebResponse(denial)
      }
    }
  }

  /// Finds the file of the regions, and has the program work on it.
  private func run(
    _ words: [String], _ input: [UInt8], of sender: String, _ errand: Errand,
    _ ended: @escaping (Printed) -> Void
  ) {
    requests.send(.request("regions"), of: sender) { [self] result in
      let path: String
      switch result {
      case .success(let answer):
        guard let file = RegionsAnswer(answer).file else {
          let reason = answer.refusal?.reason ?? "picket names no file"
          return ended(.failure(Denial(503, reason)))
        }
        path = file
      case .failure(let denial): return ended(.failure(denial))
      }
      let program = [PastPrograms.path(of: "picket-page"), "convert", "--regions=\(path)"] + words
      let run: LimitedRun
      do {
        run = try Program(program).start(memory: Self.memory, input: input)
      } catch {
        return ended(.failure(Denial(503, "the file cannot be read: \(error)")))
      }
      errand.begin { run.end() }
      queue.asyncAfter(deadline: .now() + Self.patience) { run.end() }
      let finish = Confined(ended, alreadyOn: queue)
      DispatchQueue.global(qos: .utility).async { [queue] in
        let printed = Self.output(of: run)
        queue.async { finish.value(printed) }
      }
    }
  }

  private static func output(of run: LimitedRun) -> Printed {
    var bytes: [UInt8] = []
    while case let more = run.read(upTo: 1 << 16), !more.isEmpty {
      bytes += more
      if bytes.count > mostOfAnswer { run.end() }
    }
    let ended = run.wait()
    switch ended.ending {
    case .status(0): return .output(bytes)
    case .status where !bytes.isEmpty: return .refusal(bytes)
    default:
      return .failure(
        Denial(
          413,
          Reason(
            "denied.file", ["seconds": .number(patience), "size": .count(memory >> 20)])))
    }
  }

  // MARK: The program

  /// The regions of a file in a format.
  static func text(of path: String, _ format: Format) throws(Problem) -> String {
    format.text(of: try RegionsDocument(path: path))
  }

  /// The answer about the file that is the standard input: one line.
  static func line(
    ofInputNamed name: String, into path: String, isReplacing: Bool
  ) throws(Problem) -> String {
    let document = try RegionsDocument(path: path)
    let bytes = try TextFile.bytes(path: "/dev/stdin", limit: most, remedy: "give another")
    return try line(of: bytes, name, into: document, isReplacing: isReplacing).text
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

  /// The line about a file that cannot be read.
  static func refusal(_ problem: Problem) -> String { Denial(400, words(problem)).json }
}
