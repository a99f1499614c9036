import Desk
import Foundation
import Geofence
import Picket
import Records
import RegionFiles
import Testing

struct ExplanationTests {
  @Test func missingEvidenceIsInWords() {
    let missing: [(Standing.Missing, String)] = [
      (.metres(2.14, of: 12), "2.1 m of 12 m"),
      (.run(13, of: 20), "or 13 m of 20 m in one run"),
      (.rawFix(-1.5, of: 2), "raw fix disagrees: -1.5 m of 2 m"),
      (.linger(.milliseconds(3500)), "linger 3.5 s left"),
      (.clearance(4, of: 12), "4 m of 12 m from the border for a first state"),
    ]
    for (one, words) in missing { #expect(one.said.text == words) }
  }

  @Test func rejectedFixHasAReason() throws {
    let explanations = try explained([
      #"{"class":"TPV","mode":1,"time":"2026-06-03T09:00:00.000Z"}"#,
      #"{"class":"TPV","mode":3,"time":"2026-06-03T09:00:00.000Z","lat":0,"lon":0}"#,
      #"{"class":"SKY"}"#,
      #"{"class":"TPV","mode":3,"lat":47,"lon":15}"#,
    ])
    #expect(
      explanations == [
        #"{"time":"2026-06-03T09:00:00.000Z","fix":"rejected","reason":"no fix","reason_code":{"code":"rejection.noFix"}}"#,
        #"{"time":"2026-06-03T09:00:00.000Z","fix":"rejected","reason":"null island","reason_code":{"code":"rejection.nullIsland"}}"#,
        #"{"fix":"rejected","reason":"no time","reason_code":{"code":"rejection.noTime"}}"#,
      ])
  }

  @Test func everyFixOfAWalkIsExplained() throws {
    let explanations = try explained(Epoch.ride.map { $0.report(device: "/dev/gps") })
    #expect(explanations.count == Epoch.ride.count)
    let first = try #require(explanations.first)
    #expect(
      first == """
        {"time":"2026-06-03T09:00:00.000Z","fix":"trusted","lat":47,"lon":14.9980278,"sd":\
        \(field("sd", in: first)),"accuracy_from":"eph","regions":[{"region":"ring",\
        "state":"outside","depth":-100,"raw":-100}]}
        """)
    // On the way in, the explanation says what is missing; inside, nothing is missing.
    let pending = explanations.filter { $0.contains(#""pending":"enter""#) }
    #expect(pending.count == 3)
    #expect(pending.first?.contains(#""missing":["linger 3 s left"]"#) == true)
    #expect(pending.last?.contains(#""missing":["linger 1 s left"]"#) == true)
    let inside = explanations.filter { $0.contains(#""state":"inside","depth":4"#) }
    #expect(!inside.isEmpty)
    #expect(inside.allSatisfy { !$0.contains("missing") })
  }

  @Test func missingSpeedIsNamed() throws {
    let without = Epoch.ride.map {
      $0.report(device: "/dev/gps").replacing(#""track":90.0,"speed":5.0,"#, with: "")
    }
    let missing = try explained(without, #","maxSpeed":10"#)
    #expect(missing.allSatisfy { $0.contains(#""speed_missing":true"#) })
    let whole = try explained(
      Epoch.ride.map { $0.report(device: "/dev/gps") }, #","maxSpeed":10"#)
    #expect(whole.dropFirst(5).allSatisfy { !$0.contains("speed_missing") })
    var ring = SessionRide.ring()
    ring.speedRule = SpeedRule(limit: 10, linger: .seconds(3))
    let ride = SessionRide(SessionRide.settings(Configuration(), [ring]))
    for report in without { ride.receive(report) }
    let why = try ride.fields(#"{"do":"why","region":"ring"}"#)
    #expect(why?.contains("its limit of speed is not judged until") == true)
  }

  /// The explanations of reports with the ring of the rides.
  private func explained(
    _ reports: [String], _ properties: String = #","linger":3"#
  ) throws -> [String] {
    let (regions, _) = RegionsFile.check(
      Epoch.regions(properties), file: "ring", rules: Configuration().regionRules)
    var replay = CaptureReplay(regions: regions, blindLimit: .seconds(10))
    var explanations: [String] = []
    for report in reports {
      _ = replay.play(.whole(Array(report.utf8)))
      if let explanation = replay.explanation { explanations.append(explanation.json) }
    }
    return explanations
  }

  /// The text of a number in a line of JSON.
  private func field(_ name: String, in line: String) -> Substring {
    let rest = line.components(separatedBy: "\"\(name)\":").last ?? ""
    return rest.prefix { $0 != "," && $0 != "}" }
  }
}
