import Base
import Foundation
import Testing

/// Regions that are changed through the page.
@Suite(.timeLimit(.minutes(20)))
struct PageDrawingTests: @unchecked Sendable {
  private let picket: PicketProcess
  private let page: PageProcess

  init() async throws {
    picket = try PageTests.picket()
    page = try await PageProcess(picket)
  }

  private func circle(_ id: String, _ radius: String = "30") -> String {
    #"{"type":"Feature","id":"\#(id)","properties":{"radius":\#(radius)},"#
      + #""geometry":{"type":"Point","coordinates":[15.001,47]}}"#
  }

  private func base() async throws -> String {
    var hash: String?
    await eventually("the page knows the file from the controller") {
      hash = (try? PageTalk.ask(page, "GET", "/api/regions"))?.fields["etag"]
      return hash != nil
    }
    return try #require(hash).filter { $0 != "\"" }
  }

  private func edit(
    _ fields: String, base: String? = nil, _ head: [String: String] = [:]
  ) async throws -> PageTalk.Answer {
    let base = if let base { base } else { try await self.base() }
    let body = #"{"base":"\#(base)",\#(fields)}"#
    return try PageTalk.ask(page, "POST", "/api/edit", head, body: body)
  }

  private var stored: String { picket.text(of: "regions.geojson") }

  @Test func regionIsWrittenAndWatched() async throws {
    let first = try await base()
    #expect(first == SHA256.hexadecimal(Array(stored.utf8)))
    let saved = try await edit(#""put":[\#(circle("gate"))]"#)
    #expect(saved.status == 200, "\(saved.body)")
    #expect(saved.body.contains(#""watched":2"#), "\(saved.body)")
    #expect(try PageTalk.ask(page, "GET", "/api/regions").body == stored)
    let late = try await edit(#""remove":["gate"]"#, base: first)
    #expect(late.status == 409)
    #expect(late.body.contains(#""conflict":true"#))
    let wrong = try await edit(#""put":[\#(circle("gate", "-1"))]"#)
    #expect(wrong.status == 409)
    #expect(wrong.body.contains(#""field":"radius""#))
    #expect(try await edit(#""remove":["gate"]"#).status == 200)
    #expect(!stored.contains("gate"))
  }

  @Test func longOutlinesFit() async throws {
    let corners = (0..<4000).map { index in
      let turn = Double(index) / 4000 * 2 * Double.pi
      return "[\(15 + 0.001 * cos(turn)),\(47 + 0.001 * sin(turn))]"
    }
    let ring = (corners + [corners[0]]).joined(separator: ",")
    let feature =
      #"{"type":"Feature","id":"big","properties":{},"#
      + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
    let saved = try await edit(#""put":[\#(feature)]"#)
    #expect(saved.status == 200, "\(saved.body)")
    let note = String(repeating: "n", count: 210_000)
    #expect(try await edit(#""put":["\#(note)"]"#).status == 413)
  }

  @Test func walkedBorderHasAnOutline() async throws {
    _ = try await base()
    func survey(_ body: String, _ head: [String: String] = [:]) throws -> PageTalk.Answer {
      try PageTalk.ask(page, "POST", "/api/survey", head, body: body)
    }
    let before = stored
    let body = "{\(BorderWalk(seed: 1, past: 25).fields)}"
    let drawn = try survey(body)
    #expect(drawn.status == 200, "\(drawn.body)")
    #expect(drawn.body.contains(#""corners":[[15."#), "\(drawn.body)")
    #expect(drawn.body.contains(#""sentences":["walked "#))
    let short = try survey(#"{"positions":[[15,47,0,1]]}"#)
    #expect(short.status == 409)
    #expect(short.body.contains("1 fix along 0 m makes no outline; walk farther"))
    #expect(try survey(#"{"positions":7}"#).status == 409)
    #expect(try survey(#"{"positions":[],"do":"reload"}"#).status == 400)
    #expect(try survey(body + String(repeating: " ", count: 200_000)).status == 413)
    #expect(try survey(body, ["Content-Type": "text/plain"]).status == 415)
    #expect(try survey(body, ["X-Forwarded-For": "192.168.4.20"]).status == 401)
    #expect(try PageTalk.ask(page, "GET", "/api/survey").status == 405)
    #expect(stored == before)
  }

  @Test func foreignRequestsChangeNothing() async throws {
    let before = stored
    let token = try page.pair("guest", "--read-only")
    let away = ["X-Forwarded-For": "192.168.4.20"]
    let guest = away.merging(["Cookie": "picket=\(token)"]) { $1 }
    await eventually("the page has read it") {
      (try? PageTalk.ask(page, "GET", "/api/regions", guest).status) == 200
    }
    let fields = #""remove":["ring"]"#
    let refused = try await edit(fields, guest)
    #expect(refused.status == 403)
    #expect(refused.body.contains("may only look"))
    #expect(try await edit(fields, away).status == 401)
    #expect(try await edit(fields, ["Origin": "http://evil.example"]).status == 403)
    #expect(try await edit(fields, ["Content-Type": "text/plain"]).status == 415)
    #expect(try await edit(fields, ["Host": "evil.example"]).status == 421)
    #expect(try PageTalk.ask(page, "GET", "/api/edit").status == 405)
    #expect(try await edit(fields + #","do":"reload""#).status == 400)
    #expect(stored == before)
  }
}
