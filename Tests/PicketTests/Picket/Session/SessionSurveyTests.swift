import Base
@testable import Geofence
@testable import Picket
import Records
import RegionFiles
import Testing

/// Requests for the outline of a walk.
struct SessionSurveyTests {
  /// The answer to a request that is carried out at once.
  private func answer(_ line: String) throws -> [String: JSON] {
    guard case .success(.survey(let request)) = try SessionRide().ask(line) else {
      Issue.record("not passed on")
      return [:]
    }
    return try JSON.parse(try request.line().text).object ?? [:]
  }

  /// The reason for which a request is refused, at once or by its positions.
  private func refusal(_ line: String) throws -> String? {
    switch try SessionRide().ask(line) {
    case .failure(let refusal): return refusal.reason
    case .success(.survey(let request)):
      do throws(Refusal) {
        _ = try request.line()
        return nil
      } catch {
        return error.reason
      }
    case .success: return nil
    }
  }

  private func line(_ positions: String, _ more: String = "") -> String {
    #"{"do":"survey","positions":\#(positions)\#(more)}"#
  }

  /// A region that has the corners of an answer, as the page saves it.
  private func check(_ corners: [JSON]) -> (regions: [Region], problems: [Problem]) {
    let ring = JSON.array(corners + corners.prefix(1)).text
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{},\
      "geometry":{"type":"Polygon","coordinates":[\(ring)]}}]}
      """
    return RegionsFile.check(text, file: "r", rules: RegionRules(RegionSettings()))
  }

  // MARK: Good walks

  @Test(arguments: 1...40, [10.0, 25])
  func walkPastItsStartIsARegion(_ seed: UInt64, _ past: Double) throws {
    let walk = BorderWalk(seed: seed, past: past)
    let answer = try answer(walk.request)
    let corners = try #require(answer["corners"]?.array)
    let (regions, problems) = check(corners)
    #expect(problems.isEmpty)
    let shape = try #require(regions.first?.shape)
    // Twice the tolerance of 2.5 m, and errors of up to three deviations.
    let greatest = walk.corners.map { abs(shape.depth(at: $0)) }.max() ?? .infinity
    #expect(greatest < 12.5, "\(greatest)")
    #expect(corners.count <= walk.corners.count + 6, "\(corners.count)")
    #expect(answer["open"] == nil)
  }

  @Test func answerIsThatOfTheCommand() throws {
    let walk = BorderWalk(seed: 3, past: 10)
    var survey = Survey()
    for (second, place) in walk.positions.enumerated() {
      survey.receive(place, sigma: 2.5, at: Instant(.seconds(second)))
    }
    for isCorridor in [false, true] {
      let drawn = try SurveyedOutline(of: survey, isCorridor: isCorridor)
      let answer = try answer(#"{"do":"survey",\#(walk.fields),"corridor":\#(isCorridor)}"#)
      #expect(answer["corners"]?.array?.count == drawn.corners.count)
      #expect(
        answer["sentences"]?.array?.compactMap(\.string)
          == drawn.sentences { "a cushion of \($0) m" })
      #expect(answer["cushion"] == .number(8))
      #expect(answer["noise"] == .number(2.5))
    }
  }

  @Test func doubtsAreNamed() throws {
    // 80 m to the east, 30 m to the north after a pause of 20 s, and no way back.
    let east = (0...40).map { "[\(15 + Double($0) * 2 / 76_057),47,\($0),1]" }
    let north = (1...15).map {
      "[\(15 + 80.0 / 76_057),\(47 + Double($0) * 2 / 111_170),\($0 + 60),1]"
    }
    let answer = try answer(line("[\((east + north).joined(separator: ","))]"))
    guard case .number(let open)? = answer["open"] else {
      Issue.record("no doubt about the end")
      return
    }
    #expect(abs(open - 85.4) < 0.5)
    #expect(answer["gap"] == .number(21))
    #expect(answer["loops"] == nil)
    #expect(
      answer["sentences"]?.array?.compactMap(\.string) == [
        "walked 110 m in 56 fixes; drawn with 3 corners, to 1 m",
        "the end is 85 m from the beginning: closed by a straight line",
        "no fix for 21 s: the outline is a straight line there",
        "the fixes were off by about 1 m: no cushion is needed",
      ])
  }

  @Test func eightHasALoop() throws {
    // Its smaller loop has 20 m by 30 m.
    let places = [
      (0.0, 0.0), (100, 0), (100, 50), (120, 50), (120, 20), (80, 20), (80, 60), (0, 60), (0, 0),
    ]
    let texts = zip(places, places.dropFirst()).enumerated().flatMap { leg, ends in
      (0..<30).map { step -> String in
        let share = Double(step) / 30
        let east = ends.0.0 + share * (ends.1.0 - ends.0.0)
        let north = ends.0.1 + share * (ends.1.1 - ends.0.1)
        return "[\(15 + east / 76_057),\(47 + north / 111_170),\(30 * leg + step),1]"
      }
    }
    let answer = try answer(line("[\(texts.joined(separator: ","))]"))
    #expect(answer["loops"] != nil)
    let (regions, problems) = check(answer["corners"]?.array ?? [])
    #expect(regions.count == 1 && problems.isEmpty)
  }

  // MARK: Wrong requests

  @Test func wrongFieldsAreRefused() throws {
    for (line, words) in [
      (#"{"do":"survey"}"#, "survey needs positions: an array of"),
      (line("[]"), "survey needs positions"), (line("null"), "survey needs positions"),
      (line("{}"), "positions is an object; give an array"),
      (line(#""15,47""#), "positions is a string; give an array"),
      (line("[1]"), "positions[0] is not [longitude, latitude, seconds, deviation]"),
      (line("[[15,47,0]]"), "positions[0] is not"),
      (line("[[15,47,0,1,2]]"), "positions[0] is not"),
      (line(#"[[15,47,0,1],["15",47,1,1]]"#), "positions[1] is not"),
      (line("[[15,47,null,1]]"), "positions[0] is not"),
      (line("[[15,91,0,1]]"), "positions[0] is not on the earth"),
      (line("[[181,47,0,1]]"), "positions[0] is not on the earth"),
      (line("[[1e999,47,0,1]]"), "positions[0] is not on the earth"),
      (line("[[15,47,-1,1]]"), "seconds that are not between 0 and 604800"),
      (line("[[15,47,1e999,1]]"), "seconds that are not between 0 and 604800"),
      (line("[[15,47,0,-1]]"), "deviation that is not between 0 and 1000 m"),
      (line("[[15,47,0,1e999]]"), "deviation that is not between 0 and 1000 m"),
      (line("[[15,47,2,1],[15,47,1,1]]"), "positions[1] is earlier"),
      (line("[[15,47,0,1]]", #","corridor":1"#), "corridor is"),
    ] {
      let refusal = try refusal(line)
      #expect(refusal?.contains(words) == true, "\(line): \(refusal ?? "accepted")")
      #expect(refusal?.contains("\n") == false)
    }
  }

  @Test func shortWalkHasNoOutline() throws {
    let place = "[15,47,0,1]"
    for (positions, corridor) in [
      ("[\(place)]", false), ("[\(place)]", true), ("[\(place),\(place),\(place)]", false),
      ("[\(place),\(place),\(place)]", true), ("[\(place),[15.000005,47,60,1]]", true),
    ] {
      let refusal = try refusal(line(positions, #","corridor":\#(corridor)"#))
      #expect(refusal?.hasSuffix("no outline; walk farther") == true, "\(refusal ?? "accepted")")
    }
  }

  @Test func longestWalkFitsAndOneMoreIsRefused() throws {
    let most = SurveyRequest.mostPositions
    let texts = (0...most).map { index -> String in
      let turn = Double(index) / Double(most) * 2
      return "[-179.\(1_000_000 + index),-47.\(1_000_000 + index % 2000),\(index).125,\(turn)]"
    }
    let longest = line("[\(texts.prefix(most).joined(separator: ","))]")
    // The page's limit of a body.
    #expect(longest.utf8.count < 200_000)
    #expect(try refusal(longest) == nil)
    let refusal = try refusal(line("[\(texts.joined(separator: ","))]"))
    #expect(
      refusal
        == "4001 positions are too many for an outline: at most 4000; leave out every second one")
  }

  @Test func answerOfTheMostCornersFitsIntoALine() throws {
    let texts = (0..<SurveyRequest.mostPositions).map { index -> String in
      let north = index.isMultiple(of: 2) ? 0.0001 : 0
      return "[\(-179.1234567 + Double(index) * 0.0001),\(-47.1234567 - north),\(index),0]"
    }
    let corners = line("[\(texts.joined(separator: ","))]", #","corridor":true"#)
    let answer = try answer(corners)
    #expect(answer["corners"]?.array?.count == SurveyRequest.mostPositions)
    #expect(JSON.object(answer).text.utf8.count < 200_000)
  }

  @Test func journalHasTheBeginningOfAnOrder() throws {
    let ride = SessionRide()
    let walk = BorderWalk(seed: 1, past: 10)
    _ = try ride.ask(#"{"do":"survey",\#(walk.fields),"by":"Ann"}"#)
    let note = try #require(ride.performed().first { $0.contains("Ann requested survey") })
    #expect(note.utf8.count < 600)
  }
}
