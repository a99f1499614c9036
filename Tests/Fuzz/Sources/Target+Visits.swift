@testable import Base
import Geofence
@testable import PicketPage
@testable import Records

extension Target {
  /// A request of a phone: a line `METHOD PATH?ARGUMENTS`, headers, an empty line and a body.
  func checkVisits(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    let head = head(String(parts.first ?? ""))
    let body = parts.count > 1 ? Array(parts[1].utf8) : []
    checkAdmission(head, body)
    checkRecording(head.arguments)
    for text in head.fields.map(\.value) + Array(head.arguments.values) { checkValue(text) }
    checkStream(String(decoding: body, as: UTF8.self))
    if let policy = ReportPolicy.policy(of: bytes) { expectPlain(policy) }
  }

  private func head(_ text: String) -> RequestHead {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = (lines.isEmpty ? "" : lines.removeFirst()).split(separator: " ")
    let target = (words.count > 1 ? words[1] : "/").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var arguments: [String: String] = [:]
    for pair in (target.count > 1 ? target[1] : "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      arguments[String(sides[0])] = sides.count > 1 ? String(sides[1]) : ""
    }
    let fields = lines.compactMap { line -> RequestHead.Field? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return RequestHead.Field(String(line[..<colon]), String(value))
    }
    return RequestHead(
      method: words.first.map(String.init) ?? "GET", path: target.first.map(String.init) ?? "/",
      arguments: arguments, fields: fields, peer: IPAddress("192.168.4.20"),
      local: IPAddress("192.168.4.1"))
  }

  /// Only a device with a token is admitted, under the board's names, and does only what it may.
  private func checkAdmission(_ head: RequestHead, _ body: [UInt8]) {
    let rules = AccessRules(
      names: ["localhost", "picket.local"], isSecure: false, scopeOfUser: { _ in nil })
    var guesses = Guesses()
    do throws(Denial) {
      let admission = try rules.admit(
        head, devices: Self.devices, guesses: &guesses, at: Instant(.zero))
      let host = head.values("host").first.flatMap(HostName.init)?.name ?? ""
      expect(
        ["localhost", "picket.local"].contains(host)
          || IPAddress(host) == IPAddress("192.168.4.1"), "admitted as \(host)")
      expect(admission.route.methods.contains(head.method), "\(head.method)")
      expect(admission.route.isPublic || admission.visitor?.device != nil, "admitted unpaired")
      if case .order(let order) = admission.route {
        expect(admission.visitor?.scope == .control, "an order of a device that may only look")
        let request = try order.request(body).text
        expectPlain(request)
        expect((try? JSON.parse(request))?.object?["do"]?.string == order.rawValue, request)
      }
    } catch {
      expect(400..<500 ~= error.status, "\(error.status)")
      expectPlain(error.json)
      expectJSON(error.json)
    }
  }

  /// A recording has a plain name, and leads only into its folder.
  private func checkRecording(_ arguments: [String: String]) {
    do throws(Denial) {
      let recording = try PastRecord(arguments, form: nil)
      expect(
        recording.fileName.utf8.allSatisfy { byte in
          byte == 0x2d || byte == 0x2e || byte == 0x5f || 0x30...0x39 ~= byte
            || 0x41...0x5a ~= byte || 0x61...0x7a ~= byte
        }, recording.fileName)
      guard case .walk(let name, _) = recording else { return }
      let path = try WalkShelf(folder: Self.shelf.path).path(of: name)
      expect(path == "\(Self.shelf.path)/ride" || path == "\(Self.shelf.path)/a b", path)
    } catch {
      expectPlain(error.said.text)
    }
  }

  /// A value that was read is read as the same value after it is written.
  private func checkValue(_ text: String) {
    if let id = LineID(text) { expect(LineID(id.text) == id, "\(text) became \(id.text)") }
    if let host = HostName(text) {
      expect(!host.name.isEmpty && !host.name.contains("/"), host.name)
    }
    if let listening = Listening(text) {
      expect(Listening(listening.text) == listening, listening.text)
    }
    let cookies = RequestHead(
      method: "GET", path: "/", fields: [RequestHead.Field("Cookie", text)], peer: nil, local: nil
    ).cookies("picket")
    expect(cookies.allSatisfy { !$0.contains(";") }, "\(cookies)")
  }

  /// Each message stays one message, and keeps its lines.
  private func checkStream(_ text: String) {
    let frame = String(decoding: StreamFrame.message(.journal, id: nil, text), as: UTF8.self)
    let lines = frame.dropLast(2).split(omittingEmptySubsequences: false) { $0.isNewline }
    expect(frame.hasSuffix("\n\n") && lines.first == "event: journal", frame)
    // By bytes: an accent at the beginning of the text is one character with the space before it.
    expect(lines.dropFirst().allSatisfy { $0.utf8.starts(with: "data: ".utf8) }, frame)
    var history = History()
    history.replace(with: text.split(separator: "\n").map(String.init))
    let all = history.rest(after: LineID(sequence: 0)).entries
    for line in text.split(separator: "\n") { _ = history.add(String(line)) }
    expect(history.rest(after: LineID(sequence: 0)).entries.count >= min(all.count, 900), "lost")
    let devices = PairedDevices(text: text)
    expect(PairedDevices(text: devices.text).all == devices.all, "other devices")
    for problem in PageConfiguration.check(text, file: "f").1 { expectPlain(problem.description) }
    var track = Track()
    track.isAnchored = true
    if let fix = FixLine(text) { expectJSON(track.add(fix) ?? "[]") }
    expectJSON(track.json)
  }

  // Tokens of the committed inputs.
  private static let devices: PairedDevices = {
    var devices = PairedDevices()
    for (scope, digit) in [(Scope.control, "a"), (.view, "b")] {
      let token = String(repeating: digit, count: 40)
      devices.add(
        PairedDevice(name: digit, scope: scope, digest: Token.digest(of: token), made: ""))
    }
    return devices
  }()

  private static let shelf: Shelf = Shelf()

  /// A folder with two walks, and a folder next to it.
  private final class Shelf: Sendable {
    let path: String

    init() {
      let top = "/dev/shm/picket-fuzz-shelf"
      path = "\(top)/walks"
      for folder in [top, path, "\(path)/ride", "\(path)/a b", "\(top)/other"] {
        do {
          try Directory.make(folder)
        } catch {
          fatalError("\(error)")
        }
      }
    }
  }
}
