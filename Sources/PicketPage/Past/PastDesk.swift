internal import Base
import Dispatch
internal import Records

/// Answers requests about the past: walks and the journal, their reports and downloads.
///
/// - Important: Must only be accessed on its queue.
final class PastDesk: Sendable {
  private let queue: DispatchQueue
  private let requests: ControllerRequests
  private let programs: PastPrograms
  private let starters = DispatchQueue(label: "picket.page.starts", qos: .utility)

  /// What only the queue may reach.
  private struct State {
    // A report may take a minute: lists and captures do not wait for it.
    let lists = Turns(most: 1, mostWaiting: 4)
    let reports = Turns(most: 1, mostWaiting: 4)
    let captures = Turns(most: 3, share: 2, mostWaiting: 4)
    var downloads: [ObjectIdentifier: (download: Download, visitor: AccessRules.Visitor)] = [:]
    // The devices that are paired; `nil` until they were read.
    var devices: PairedDevices?
    var folder: String
    // Of all devices together.
    var sent: SentRecording?
  }

  private let confined: Confined<State>

  // In seconds: a walk of 100 MB over a slow network.
  private static let longestDownload = 1800.0

  // The most downloads on their way, of all and of one sender.
  private static let mostDownloads = 12
  private static let mostOfSender = 4

  init(state: String, requests: ControllerRequests, on queue: DispatchQueue) {
    self.queue = queue
    self.requests = requests
    programs = PastPrograms(state: state)
    confined = Confined(State(folder: "\(state)/walks"), on: queue)
  }

  /// Answers a request.
  func answer(
    _ past: Route.Past, _ arguments: [String: String], _ visitor: AccessRules.Visitor,
    _ errand: Errand, _ reply: WebReply
  ) {
    do throws(Denial) {
      switch past {
      case .walks: listWalks(visitor, errand, reply)
      case .journal:
        let programs = programs
        try list(visitor, errand, reply, { () throws(Denial) in try programs.days() }) { lines in
          Self.list("days", lines, visitor.scope)
        }
      case .report:
        give(
          try PastRecord(arguments, form: .html), PastRecord.language(arguments), isShown: true,
          to: visitor, errand, reply)
      case .download:
        give(
          try PastRecord(arguments, form: nil), PastRecord.language(arguments), isShown: false,
          to: visitor, errand, reply)
      }
    } catch {
      reply.give(WebResponse(error))
    }
  }

  /// Keeps a recording that a device has sent, in place of the one before it.
  func keep(
    _ bytes: [UInt8], _ arguments: [String: String], of sender: String, _ reply: WebReply
  ) {
    guard let name = arguments["name"].map(\.onOneLine), !name.isEmpty else {
      return reply.give(WebResponse(Denial(400, "give the name of the recording's file")))
    }
    requests.send(.request("regions"), of: sender) { [self] result in
      let regions = (try? result.get()).flatMap { RegionsAnswer($0).file }
      let sent = SentRecording(
        name: name, bytes: bytes, regions: regions, share: sender, came: MonotonicClock.now)
      confined.value.sent = sent
      queue.asyncAfter(deadline: .now() + SentRecording.patience) { [self] in
        if confined.value.sent?.came == sent.came { confined.value.sent = nil }
      }
      reply.give(WebResponse(json: "{\"ok\":true}"))
    }
  }

  /// Ends all downloads.
  func end() {
    for (download, _) in confined.value.downloads.values { download.end() }
  }

  /// Ends the downloads of all devices that are no longer paired.
  func keepOnly(_ devices: PairedDevices) {
    confined.value.devices = devices
    for (download, visitor) in confined.value.downloads.values {
      if let device = visitor.device, !devices.has(device) { download.end(.notPaired) }
    }
  }

  // MARK: Lists

  /// Finds the folder of the controller's walks; without a controller, the last known one is used.
  private func findWalks(
    of sender: String, _ found: @escaping (_ shelf: WalkShelf, _ recording: String?) -> Void
  ) {
    var request = JSONLine.request("walk")
    request.add("folder", true)
    requests.send(request, of: sender) { [self] result in
      let walks = (try? result.get()).map(WalkAnswer.init)
      if let folder = walks?.folder { confined.value.folder = folder }
      found(WalkShelf(folder: confined.value.folder), walks?.recording)
    }
  }

  private func listWalks(
    _ visitor: AccessRules.Visitor, _ errand: Errand, _ reply: WebReply
  ) {
    findWalks(of: visitor.share) { [self] shelf, recording in
      let programs = programs
      do throws(Denial) {
        let start = { @Sendable () throws(Denial) in try programs.walks(in: shelf.folder) }
        try list(visitor, errand, reply, start) { lines in
          Self.list("walks", lines, visitor.scope, recording: recording)
        }
      } catch {
        reply.give(WebResponse(error))
      }
    }
  }

  private static func list(
    _ name: String, _ lines: [String], _ scope: Scope, recording: String? = nil
  ) -> String {
    var line = JSONLine()
    line.add("ok", true)
    line.add("scope", scope.rawValue)
    line.add("recording", recording)
    line.add(name, .array(lines.compactMap { try? JSON.parse($0) }))
    return line.text
  }

  /// Runs a program and answers with its lines.
  private func list(
    _ visitor: AccessRules.Visitor, _ errand: Errand, _ reply: WebReply,
    _ start: @escaping @Sendable () throws(Denial) -> ProgramSource,
    _ answer: @escaping ([String]) -> String
  ) throws(Denial) {
    try confined.value.lists.start(of: visitor.share) { [self] done in
      run(start, errand) { result in
        done()
        switch result {
        case .success(let text):
          let lines = text.split(separator: "\n").map(String.init)
          reply.give(WebResponse(json: answer(lines)))
        case .failure(let denial): reply.give(WebResponse(denial))
        }
      }
    }
  }

  // The most bytes of a list: 5000 walks.
  private static let longestList = 1 << 20

  private func run(
    _ start: @escaping @Sendable () throws(Denial) -> ProgramSource, _ errand: Errand,
    _ ended: @escaping (Result<String, Denial>) -> Void
  ) {
    let ended = Confined(ended, alreadyOn: queue)
    let errand = Confined(errand, alreadyOn: queue)
    starters.async { [queue] in
      let result: Result<String, Denial>
      do throws(Denial) {
        let source = try start()
        queue.async { errand.value.begin { source.end() } }
        queue.asyncAfter(deadline: .now() + PastPrograms.patience) { source.end() }
        var bytes: [UInt8] = []
        while case let more = source.read(upTo: 1 << 16), !more.isEmpty {
          bytes += more
          if bytes.count > Self.longestList { source.end() }
        }
        if let failure = source.failure() { throw failure }
        result = .success(String(decoding: bytes, as: UTF8.self))
      } catch {
        result = .failure(error)
      }
      queue.async { ended.value(result) }
    }
  }

  // MARK: Downloads

  private func give(
    _ recording: PastRecord, _ language: Language, isShown: Bool,
    to visitor: AccessRules.Visitor, _ errand: Errand, _ reply: WebReply
  ) {
    // A person reads the refusal of a report, a program that of a file.
    let shown = isShown ? language : nil
    let present = confined.value.downloads.values
    let sent = confined.value.sent.flatMap { sent in
      sent.share == visitor.share && sent.name == recording.sentName ? sent : nil
    }
    guard present.count < Self.mostDownloads,
      present.count(where: { $0.visitor.share == visitor.share }) < Self.mostOfSender
    else {
      return reply.give(Self.refusal(.busy("denied.downloads"), shown))
    }
    findWalks(of: visitor.share) { [self] shelf, _ in
      let isCapture = recording.form == .capture
      let turns = isCapture ? confined.value.captures : confined.value.reports
      do throws(Denial) {
        try turns.start(of: visitor.share) { [self] done in
          open(recording, language, on: shelf, sent) { [self] result in
            switch result {
            case .success(let source):
              send(source, recording, shown, to: visitor, errand, reply, done)
            case .failure(let denial):
              done()
              reply.give(Self.refusal(denial, shown))
            }
          }
        }
      } catch {
        reply.give(Self.refusal(error, shown))
      }
    }
  }

  private func open(
    _ recording: PastRecord, _ language: Language, on shelf: WalkShelf, _ sent: SentRecording?,
    _ opened: @escaping (Result<any ByteSource, Denial>) -> Void
  ) {
    let (programs, opened) = (programs, Confined(opened, alreadyOn: queue))
    starters.async { [queue] in
      let result: Result<any ByteSource, Denial>
      do throws(Denial) {
        result = .success(try programs.source(of: recording, in: language, on: shelf, sent))
      } catch {
        result = .failure(error)
      }
      queue.async { opened.value(result) }
    }
  }

  private func send(
    _ source: any ByteSource, _ recording: PastRecord, _ shown: Language?,
    to visitor: AccessRules.Visitor, _ errand: Errand, _ reply: WebReply,
    _ done: @escaping () -> Void
  ) {
    let download = Download(source, on: queue)
    let key = ObjectIdentifier(download)
    confined.value.downloads[key] = (download, visitor)
    errand.begin { [weak download] in download?.end() }
    let limit = recording.form == .capture ? Self.longestDownload : PastPrograms.patience
    queue.asyncAfter(deadline: .now() + limit) { [weak download] in
      download?.end(Denial(503, Reason("denied.late", ["seconds": .number(limit)])))
    }
    download.begin { [weak download] result in
      guard let download else { return }
      do throws(Denial) {
        reply.give(
          try Self.response(
            download, beginning: result.get(), recording, size: (source as? FileSource)?.size,
            isShown: shown != nil))
      } catch {
        download.end()
        reply.give(Self.refusal(error, shown))
      }
    } read: { [self] in
      confined.value.downloads[key] = nil
      done()
    }
    // The device may have been revoked while the request waited for its turn.
    if let device = visitor.device, confined.value.devices?.has(device) == false {
      download.end(.notPaired)
    }
  }

  private static func response(
    _ download: Download, beginning: [UInt8], _ recording: PastRecord, size: Int?, isShown: Bool
  ) throws(Denial) -> WebResponse {
    let disposition = "\(isShown ? "inline" : "attachment"); filename=\"\(recording.fileName)\""
    var response = WebResponse(
      type: recording.form.type, body: [],
      fields: [Denial.Field(name: "Content-Disposition", value: disposition)])
    response.source = download
    response.size = size
    if recording.form == .html {
      guard let policy = ReportPolicy.policy(of: beginning) else {
        throw Denial(500, "the report has no policy for a browser, and is not shown")
      }
      response.policy = policy
    }
    return response
  }

  /// The answer for a refusal, which is a line of text for a report that a person opens.
  private static func refusal(_ denial: Denial, _ shown: Language?) -> WebResponse {
    guard let shown else { return WebResponse(denial) }
    return WebResponse(
      status: denial.status, type: "text/plain; charset=utf-8",
      body: Array("\(Voice(shown).say(denial.said))\n".utf8),
      fields: denial.field.map { [$0] } ?? [])
  }
}
