@testable import Base
@testable import Board
@testable import Desk
import Geofence
@testable import Picket
@testable import Records
@testable import RegionFiles

extension Target {
  /// The answer to any bytes of a client is one line of JSON, and the waiting bytes are bounded.
  func checkRequests(_ bytes: [UInt8]) {
    var splitter = LineSplitter(limit: 2048)
    var outbox = Outbox(limit: 4096)
    var rest = bytes[...]
    var gone: [UInt8] = []
    while !rest.isEmpty {
      for line in splitter.split(rest.prefix(97)) {
        guard case .whole(let line) = line else { continue }
        let answer = answer(line)
        expect(answer.last == 0x0a && answer.dropLast().allSatisfy { $0 != 0x0a }, "not one line")
        let text = String(decoding: answer, as: UTF8.self)
        expectJSON(text)
        expect(Reply(text)?.isAnswer == true, "no answer: \(text)")
        if !outbox.add(answer) { outbox.replaceWaiting(with: Array("{}\n".utf8)) }
        expect(outbox.count <= outbox.limit, "\(outbox.count) bytes wait")
      }
      let some = outbox.next.prefix(61)
      gone += some
      outbox.send(some.count)
      rest = rest.dropFirst(97)
    }
    while !outbox.isEmpty {
      gone += outbox.next
      outbox.send(outbox.next.count)
    }
    for line in gone.split(separator: 0x0a) { expectJSON(String(decoding: line, as: UTF8.self)) }
  }

  /// The answer of the server and of a handler that reads every field.
  private func answer(_ line: [UInt8]) -> [UInt8] {
    do throws(Request.LineMistake) {
      let request = try Request(line)
      expect(
        request.right != .read
          || ["fleet", "walk", "status", "state", "why", "regions", "watch"].contains(request.name),
        "\(request.name) is for readers")
      do throws(Refusal) {
        _ = try request.text("region")
        _ = try request.number("last", in: 1...86_400)
        _ = try request.flag("fixes")
        _ = try request.object("feature")
        let view = Reply(String(decoding: line, as: UTF8.self)).map { reply in
          var view = WatchView()
          _ = view.apply(reply)
          _ = view.line
          return view.lines(width: 40, height: 10) + StatusText(StatusAnswer(reply)).lines
        }
        expect(view != nil, "a request that cannot be read as a reply")
        return ControlServer.refusal(Refusal("there is no request \(request.name)"), id: request.id)
      } catch {
        return ControlServer.refusal(error, id: request.id)
      }
    } catch {
      return ControlServer.refusal(error.refusal, id: error.id)
    }
  }
}
