import Base
import Desk
@testable import Picket
@testable import PicketLink
import Records
import Testing

/// What matters first, by one table, on each face.
struct MattersTableTests {
  private static let near =
    #""near":[{"region":"bay","state":"inside","depth":120}],"inside":["bay"]"#
  private static let fault = #""outputs":[{"output":"led","faulty":true}]"#
  private static let fast = #""speeding":"bay","speed":9"#
  private static let anchor =
    #""anchors":[{"region":"anchor","state":"inside","distance":12.3,"radius":40}]"#
  private static let alarm =
    #""alarms":["x"],"alarms_code":[{"code":"alarm.left","values":{"region":"anchor"}}]"#
  private static let blind = #""sight":"blind","lacks":"sky""#
  private static let unsure = #""unsure":["bay"]"#

  /// The fields of an answer, and the kinds that follow from them.
  private static let order: [([String], [Matter.Rank])] = [
    ([alarm, fault, blind, near], [.alarm, .fault, .blind, .inside]),
    ([alarm, fault, fast, anchor, near], [.alarm, .fault, .fast, .anchor, .inside]),
    ([fault, unsure, near], [.fault, .unsure, .inside]),
    ([fast, unsure, anchor], [.fast, .unsure, .anchor]),
    ([anchor, near], [.anchor, .inside]), ([near], [.inside]), ([], [.outside]),
    ([#""date_impossible":true"#], [.fault, .outside]),
    ([#""storage":{"faults":["full"]}"#], [.fault, .outside]),
  ]

  private static func status(_ fields: [String]) throws -> StatusAnswer {
    let first =
      [#""monitors":\#(!fields.contains(blind)),"age":1"#]
      + (fields.contains(blind) ? [] : [#""sight":"sighted""#])
    return try #require(StatusAnswer("{\((first + fields).joined(separator: ","))}"))
  }

  @Test(arguments: order)
  func kindsHaveTheirOrder(_ fields: [String], _ kinds: [Matter.Rank]) throws {
    let status = try Self.status(fields)
    #expect(Matters(status).all.map(\.kind) == kinds)
    // They are read as they are written, with the words.
    var sent = status
    sent.decided = Matters(status).all
    let read = try #require(StatusAnswer(sent.json.text)).decided
    #expect(read.map(\.kind) == kinds)
    #expect(read.map { $0.words?.text } == sent.decided.map { $0.words?.text })
    #expect(read.allSatisfy { $0.words?.verbatim == nil })
  }

  /// The fields; the kind, the first line, the broker's alarms and problem, Signal K's state, and
  /// the metrics.
  private struct Face {
    let fields: [String]
    let kind: Matter.Rank
    let line: String
    var region: String?
    var isAlarm = false, isProblem = false, isFast = false
    let signalK: String
  }

  private static let faces = [
    Face(
      fields: [alarm, near], kind: .alarm, line: "ALARM · left anchor", region: "anchor",
      isAlarm: true, isProblem: true, signalK: "alarm"),
    Face(
      fields: [fault, near], kind: .fault, line: "FAULT · output led does not work",
      isProblem: true, signalK: "warn"),
    Face(
      fields: [blind, near], kind: .blind, line: "no GPS for 1 s: go where the sky is open",
      isProblem: true, signalK: "alarm"),
    Face(
      fields: [fast, near], kind: .fast, line: "too fast in bay", region: "bay", isFast: true,
      signalK: "warn"),
    Face(
      fields: [anchor, near], kind: .anchor, line: "anchor holds · 12 m of 40 m", region: "anchor",
      signalK: "normal"),
    Face(
      fields: [near], kind: .inside, line: "INSIDE bay · 120 m to the border", signalK: "normal"),
  ]

  @Test func eachFaceShowsWhatMattersFirst() throws {
    for face in Self.faces {
      let status = try Self.status(face.fields)
      let kind = face.kind.rawValue
      let board = BoardStatus(status, configuration: nil)
      let message = board.message(Topics(prefix: "p", board: "b"), link: "1")
      let reply = try #require(Reply(String(decoding: message.payload, as: UTF8.self)))
      let first = try #require(reply.object("first"))
      #expect(first.text("kind") == kind)
      #expect(first.text("region") == face.region)
      #expect(first.number("metres") == nil && first.number("seconds") == nil)
      #expect(reply.texts("alarms").isEmpty != face.isAlarm, "\(kind)")
      #expect(reply.flag("problem") == face.isProblem, "\(kind)")
      #expect((reply.text("speeding") != nil) == face.isFast, "\(kind)")
      #expect(try Self.isOn("alarm", reply) == face.isAlarm, "\(kind)")
      #expect(try Self.isOn("problem", reply) == face.isProblem, "\(kind)")
      #expect(try Self.isOn("speeding", reply) == face.isFast, "\(kind)")

      var signalK = SignalKBoard(SignalKSettings(host: "h", port: 1))
      signalK.apply(board)
      #expect(signalK.changes().first?.notification?.state.rawValue == face.signalK, "\(kind)")

      let metrics = PrometheusText(status: status, regions: nil).lines
      #expect(metrics.contains(#"picket_first{kind="\#(kind)"} 1"#))
      #expect(metrics.filter { $0.hasPrefix("picket_first{") && $0.hasSuffix(" 1") }.count == 1)
      #expect(metrics.contains("picket_alarms \(face.isAlarm ? 1 : 0)"))
      #expect(metrics.contains("picket_speeding \(face.isFast ? 1 : 0)"))
    }
  }

  /// Whether a sensor of Home Assistant is on, by the field that its template names.
  private static func isOn(_ sensor: String, _ board: Reply) throws -> Bool {
    let topics = Topics(prefix: "p", board: "b")
    let messages = HomeAssistant(topics, version: "1", hasPosition: false).announcement(of: [])
    let message = try #require(messages.first { $0.topic.hasSuffix("/\(sensor)/config") })
    let template = Reply(String(decoding: message.payload, as: UTF8.self))?.text("val_tpl") ?? ""
    let field = template.firstMatch(of: /'ON' if value_json\.(\w+) else 'OFF'/)?.output.1
    return switch try board.fields[String(#require(field))] {
    case .boolean(let isOn): isOn
    case .array(let all): !all.isEmpty
    case .string(let text): !text.isEmpty
    default: false
    }
  }

  @Test func commandsBeginWithWhatMattersFirst() throws {
    for face in Self.faces {
      let status = try Self.status(face.fields)
      #expect(Headline(status, in: Voice(.english)).text == face.line)
      var watch = WatchView(in: .english)
      let answer = #"{"ok":true,"# + status.json.text.dropFirst()
      #expect(try watch.apply(#require(Reply(answer))) == nil)
      let first = watch.lines(width: 200, height: 1).first
      #expect(first?.hasPrefix(face.line) == true, "\(first ?? "")")
      let lines = StatusText(status, in: Voice(.english)).lines
      #expect(lines.contains { $0.hasPrefix("alarm ") } == face.isAlarm, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("speeding ") } == face.isFast, "\(lines)")
    }
  }

  @Test(.enabled(if: ScriptRun.isPossible)) func pageBeginsWithWhatMattersFirst() throws {
    let answers = try Self.faces.map { face in
      var status = try Self.status(face.fields)
      status.decided = Matters(status).all
      return status.json.text
    }
    let script = """
      globalThis.navigator ??= {};
      globalThis.document = { documentElement: { dataset: { language: "en" } } };
      const { headline } = await import("./headline.js");
      for (const status of process.argv.slice(2).map((one) => JSON.parse(one))) {
        console.log(headline({ status, near: [], isConnected: true, silence: 0, gap: 1 }).text);
      }

      """
    let run = try ScriptRun.run(
      script, with: ["say.js", "words.js", "units.js", "reason.js", "headline.js", "en.js"], answers
    )
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").map(String.init) == Self.faces.map(\.line))
  }

  @Test func shortGapIsNoProblemAtTheBroker() throws {
    let status = try #require(StatusAnswer(#"{"monitors":true,"age":7,\#(Self.near)}"#))
    #expect(Matters(status).all.first?.kind == .blind)
    #expect(BoardStatus(status, configuration: nil).first?.kind == .inside)
  }
}
