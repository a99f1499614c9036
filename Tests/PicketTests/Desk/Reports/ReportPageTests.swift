import Base
@testable import Desk
import Foundation
import Geofence
import Picket
import Records
import Testing

struct ReportPageTests {
  private static let states = ["unknown", "outside", "inside", "unsure"]

  static let here = Coordinate(latitude: 47, longitude: 15)

  @Test func crossingsShowNeededAndReachedDistance() throws {
    let walk = try ReportedWalk(scored: "01-clean-walk-1hz")
    #expect(!walk.account.events.isEmpty)
    for placed in walk.account.events where placed.event.blind == nil {
      let grounds = try #require(placed.grounds)
      #expect(grounds.reached > grounds.needed)
    }
    let reasons = try PageData(walk.page).objects("list").compactMap { $0["why"] as? [String: Any] }
    #expect(reasons.count == walk.account.events.count(where: { $0.grounds != nil }))
    #expect(reasons.allSatisfy { ($0["code"] as? String)?.isEmpty == false })
  }

  @Test(arguments: [
    "14-nested-1hz", "23-stand-border-1hz", "11-urban-1hz", "12-dropout-1hz", "26-indoor-near-1hz",
  ])
  func numbersMatchTheReplay(name: String) throws {
    let walk = try ReportedWalk(scored: name)
    let data = try PageData(walk.page)
    let (verdicts, sigmas) = (try data.numbers("verdict"), try data.sums("sigma"))
    let regions = try #require(data.fields["regions"] as? [String])
    let counts = try data.numbers("stands")
    let (places, states) = (try data.numbers("region"), try data.numbers("state"))
    let (steps, raws) = (try data.numbers("depth"), try data.numbers("raw"))
    let missing = try data.numbers("missing")
    #expect(verdicts.count == walk.explanations.count)
    var depths: [Int: Int] = [:]
    var (at, next) = (0, 0)
    for (index, explanation) in walk.explanations.enumerated() {
      guard case .trusted = explanation.verdict else {
        #expect(verdicts[index] > 0)
        continue
      }
      #expect(verdicts[index] == 0)
      let sigma = try #require(explanation.estimate?.sigma)
      #expect(sigmas[index] == Int((sigma * 10).rounded()))
      #expect(counts[index] == explanation.standings.count)
      for standing in explanation.standings {
        depths[places[at], default: 0] += steps[at]
        let depth = try #require(depths[places[at]])
        #expect(regions[places[at]] == standing.region)
        #expect(depth == Int((standing.depth * 10).rounded()))
        #expect(depth + raws[at] == Int((standing.rawDepth * 10).rounded()))
        #expect(Self.states[states[at] % 4] == standing.state.rawValue)
        #expect([nil, .enter, .exit][states[at] / 4 % 3] == standing.pending)
        #expect(states[at] / 12 == standing.missing.count)
        for one in standing.missing {
          let (kind, have, needed) = (missing[next], missing[next + 1], missing[next + 2])
          #expect(words(kind, have, of: needed) == one.said.text)
          next += 3
        }
        at += 1
      }
    }
    #expect(at == places.count && next == missing.count)
  }

  @Test func timesAreInTheNamedZone() throws {
    // The zone's clocks are set back by an hour during the walk, a minute after 09:14:31 UTC.
    let change = Timestamp(seconds: 1_780_478_071 + 60)
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Coordinate(latitude: 47, longitude: 15), metres: 120))
    var account = walk.account
    account.zone = Zone { time in time < change ? 7200 : 3600 }
    let data = try PageData(ReportPage(account, monitor: walk.monitor).html())
    let axis = try #require(data.fields["times"] as? [String: Any])
    #expect(axis["base"] as? Int == 1_780_478_071_000)
    let zones = data.objects("zones")
    #expect(zones.map { $0["from"] as? Int } == [1_780_478_071_000, 1_780_478_131_000])
    #expect(zones.map { $0["ahead"] as? Int } == [7200, 3600])
    #expect(data.fields["span"] as? [Int] == [1_780_478_071_000, 1_780_478_191_000])
    #expect(data.fields["base"] as? Int == 1_780_478_071_000)
    let (offsets, shifts) = (try data.sums("offset"), try data.sums("time"))
    #expect(offsets[60] * 10 + shifts[60] == 60_000)
    #expect(try PageData(walk.page).objects("zones").map { $0["ahead"] as? Int } == [0])
  }

  /// The words for a missing condition as the page's script writes them; `nil` for another kind.
  private func words(_ kind: Int, _ have: Int, of needed: Int) -> String? {
    let metres = "\(tenths(have)) m of \(tenths(needed)) m"
    switch kind {
    case 0: return metres
    case 1: return "or \(metres) in one run"
    case 2: return "raw fix disagrees: \(metres)"
    case 3: return "linger \(tenths(have)) s left"
    case 4: return "\(metres) from the border for a first state"
    case 5: return "more trusted fixes, after a gap or bad fixes"
    case 6: return "a run from the first side, which is a guess: it began \(metres) on it"
    default: return nil
    }
  }

  private func tenths(_ number: Int) -> String { (Double(number) / 10).text(decimals: 1) }

  @Test func eventsAreListedWithTheirDelays() throws {
    let walk = try ReportedWalk(scored: "14-nested-1hz")
    let list = try PageData(walk.page).objects("list")
    #expect(list.map { $0["seq"] as? Int } == walk.events.map(\.sequence))
    #expect(list.map { $0["time"] as? String } == walk.events.map(\.time.rfc3339))
    #expect(list.map { $0["crossed"] as? String } == walk.events.map { $0.crossed?.rfc3339 })
    #expect(list.allSatisfy { $0["lat"] == nil }, "the map has its place")
  }

  @Test func namesWithMarkupStayNames() throws {
    let names = [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]>", "-->", "'&amp;'",
      "</style></script>", "\u{202E}לשער", "a\u{0}b\u{8}c", "{{x}}", "\u{2028}",
    ]
    let regions = names.enumerated().map { index, name in
      var region = ReportedWalk.circle(name, Self.here, Double(20 + 5 * index))
      region.note = "note \(name)"
      return region
    }
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 120), regions: regions,
      title: "</title><script>alert(2)</script>")
    let page = walk.page
    // Only the style and the script of the page, and the numbers.
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(page.components(separatedBy: "<style").count == 2)
    #expect(page.components(separatedBy: "</style").count == 2)
    #expect(!page.contains("<img"))
    #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    #expect(page.contains("<bdi>&lt;/title&gt;&lt;script&gt;alert(2)&lt;/script&gt;</bdi>"))
    let listed = try #require(PageData(page).fields["regions"] as? [String])
    #expect(Set(listed) == Set(names))
    #expect(walk.events.count == 2 * names.count)
  }

  @Test func identifiersAreUnique() throws {
    let line = [Self.here, Coordinate(latitude: 47.003, longitude: 15.003)]
    var regions = (0..<4).map { ReportedWalk.circle("r\($0)", Self.here, 30 + 10 * Double($0)) }
    regions.append(Region(id: "path", shape: .corridor(Corridor(lines: [line], width: 6)!)))
    regions[0].exclude = ["path", "r1"]
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 150), regions: regions)
    #expect(walk.events.count > regions.count)
    let identifiers = walk.page.matches(of: /\sid="([^"]*)"/).map(\.output.1)
    #expect(Set(identifiers).count == identifiers.count)
  }

  @Test func pageIsSelfContained() throws {
    let page = try ReportedWalk(scored: "12-dropout-1hz").page
    #expect(!page.contains("http://www.w3.org/2000/svg\" xmlns"))
    for word in ["src=", "@import", "url(http", "<link", "<iframe", "fetch(", "href=\"http"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func pageOfAnHourIsSmall() {
    // Many rounds past the borders of eight regions.
    func place(_ angle: Double) -> Coordinate {
      Coordinate(latitude: 47 + 0.0018 * sin(angle), longitude: 15 + 0.0026 * cos(angle))
    }
    let reports = (0..<3600).map { second in
      let turn = Double(second) / 300 * 2 * Double.pi
      let here = place(turn)
      let wobble: Double = 0.0002 * sin(7 * turn)
      let track: Double = 360 - (turn * 180 / Double.pi).truncatingRemainder(dividingBy: 360)
      return ReportedWalk.tpv(
        1_780_478_071 + Double(second), latitude: here.latitude,
        longitude: here.longitude + wobble, speed: 4, track: track)
    }
    let regions = (0..<8).map { index in
      ReportedWalk.circle("r\(index)", place(Double(index) * 0.78), 30)
    }
    let walk = ReportedWalk(reports, regions: regions)
    #expect(walk.events.count > 100)
    #expect(walk.page.utf8.count < 700_000)
  }

  @Test func thinningOfALongWalkIsNoted() throws {
    let reports = (0..<30_000).map { step in
      let latitude: Double = 47 + 0.001 * sin(Double(step) / 900)
      let longitude: Double = 15 + 0.001 * cos(Double(step) / 700)
      return ReportedWalk.tpv(
        1_780_478_071 + Double(step) / 5, latitude: latitude, longitude: longitude, speed: 1,
        track: Double(step % 360))
    }
    let walk = ReportedWalk(reports, regions: [ReportedWalk.circle("gate", Self.here, 60)])
    let page = walk.page
    #expect(page.utf8.count < 1_000_000)
    let data = try PageData(page)
    let note = try #require(data.notes.first)
    #expect(note.contains("of 30000 fixes"))
    #expect(note.contains("one in 2, and each at which something happened"))
    #expect(try data.numbers("verdict").count <= ReportPage.mostFixes)
    #expect(data.objects("list").count == min(walk.events.count, ReportPage.mostRows))
  }

  @Test func manyRegionsAreBounded() throws {
    let regions = (0..<1000).map { index in
      let north = Double(index / 32 - 16)
      let east = Double(index % 32 - 16)
      let center = Coordinate(latitude: 47 + north * 0.00015, longitude: 15 + east * 0.0002)
      return ReportedWalk.circle("r\(index)", center, 15)
    }
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 300), regions: regions)
    let page = walk.page
    #expect(walk.events.count > 40)
    #expect(page.utf8.count < 500_000)
    let data = try PageData(page)
    #expect(data.notes.contains { $0.hasPrefix("timelines show 24 of") })
    #expect(data.notes.contains("the map shows 250 of 1000 regions, the nearest to the track"))
    #expect(data.fields["areQuiet"] as? Bool == true)
    #expect(data.fields["otherStays"] as? Int ?? 0 > 0)
  }

  @Test func pageExplainsMissingTrustedFixes() throws {
    let walk = ReportedWalk(
      (0..<30).map { #"{"class":"TPV","mode":1,"time":"2026-06-03T09:00:\#($0 + 10).000Z"}"# },
      regions: [ReportedWalk.circle("gate", Self.here, 60)])
    let data = try PageData(walk.page)
    #expect(data.fields["map"] == nil)
    let counts = try #require(data.fields["counts"] as? [String: Any])
    let rejected = try #require(counts["rejected"] as? [[String: Any]])
    #expect(rejected.map { $0["count"] as? Int } == [30])
    #expect(rejected.map { $0["code"] as? String } == ["rejection.noFix"])
  }

  @Test func emptyWalkAndSingleFixAreDrawn() throws {
    #expect(try PageData(ReportedWalk([]).page).objects("list").isEmpty)
    let single = ReportedWalk(
      [ReportedWalk.tpv(1_780_478_071, latitude: 47, longitude: 15)],
      regions: [ReportedWalk.circle("gate", Self.here, 60)])
    let data = try PageData(single.page)
    #expect(!data.map.isEmpty)
    #expect(data.objects("stays").map { $0["region"] as? String } == ["gate"])
  }

  @Test(arguments: [
    Coordinate(latitude: -17, longitude: 180), Coordinate(latitude: 52, longitude: -180),
    Coordinate(latitude: 89.9995, longitude: 30), Coordinate(latitude: -89.9995, longitude: -120),
  ]) func mapWorksAtDateLineAndPoles(place: Coordinate) throws {
    let walk = ReportedWalk(
      ReportedWalk.straight(past: place, metres: 100),
      regions: [ReportedWalk.circle("gate", place, 50)])
    let map = try #require(
      WalkMap(walk.account, kept: Array(walk.account.moments.indices)))
    #expect(map.frame.view.width < 400 && map.frame.view.height < 400)
    #expect(walk.events.map(\.kind) == [.enter, .exit])
  }

  @Test func largeRegionDoesNotHideTheWalk() throws {
    let far = Coordinate(latitude: 47.45, longitude: 15)
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 60),
      regions: [ReportedWalk.circle("country", far, 50_030)])
    let map = try #require(WalkMap(walk.account, kept: Array(walk.account.moments.indices)))
    #expect(map.frame.view.width < 300)
    #expect(walk.page.utf8.count < 230_000)
  }

  @Test func trackHasTheStatesAndGapsOfTheFixes() throws {
    let walk = try ReportedWalk(scored: "12-dropout-1hz")
    let data = try PageData(walk.page)
    let codes = try data.numbers("track", of: data.map)
    let moments = walk.account.moments
    #expect(codes.count == moments.count)
    for (code, moment) in zip(codes, moments) {
      let state = moment.estimate.map { _ in moment.trackState.rawValue }
      #expect((code == 0 ? nil : (code - 1) & 3) == state)
    }
    let gap = try #require(data.map["gap"] as? [String: Any])
    let fix = try #require(gap["fix"] as? Int)
    #expect((codes[fix] - 1) & 4 == 4)
    let before = try #require(moments[..<fix].last { $0.estimate != nil })
    let length = moments[fix].offset - before.offset
    #expect(abs((gap["seconds"] as? Double ?? 0) - length) < 0.06)
    #expect(gap["isHidden"] as? Bool == false)
    #expect(codes.filter { $0 > 0 && ($0 - 1) & 4 == 4 }.count < 20)
  }

  @Test func regionsAreOutlinedInUnitsOfTheMap() throws {
    let line = [Self.here, Coordinate(latitude: 47.001, longitude: 15)]
    let corner = Coordinate(latitude: 47, longitude: 15.001)
    var regions = [
      ReportedWalk.circle("round", Self.here, 30),
      Region(id: "path", shape: .corridor(Corridor(lines: [line], width: 6)!)),
      Region(id: "yard", shape: .polygon(Polygon(parts: [[line + [corner, Self.here]]])!)),
    ]
    regions[0].exclude = ["path"]
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 120), regions: regions)
    let data = try PageData(walk.page)
    let unit = try #require(data.map["unit"] as? Double)
    let drawn = try #require(data.map["regions"] as? [[String: Any]])
    var sizes: [String: [Double]] = [:]
    for (index, region) in drawn.enumerated() {
      let id = try #require(region["id"] as? String)
      let outline = try #require(region["outline"] as? [String: Any])
      let counts = try data.numbers("counts", of: outline)
      let south = try data.sums("y", of: outline).map { Double($0) * unit }
      let height = try #require(south.max()) - (south.min() ?? 0)
      sizes[id] = [Double(counts[0]), height, (region["reach"] as? Double ?? 0) * unit]
      #expect((region["isArea"] as? Bool == true) == (id == "yard"))
      guard id == "round" else { continue }
      let without = try #require(region["without"] as? [Int])
      #expect(without.map { drawn[$0]["id"] as? String } == ["path"] && !without.contains(index))
    }
    #expect(sizes["round"] == [1, 0, 30])
    let path = try #require(sizes["path"])
    #expect(path[0] == 2 && abs(path[1] - 111.2) < 0.2 && path[2] == 3)
    let yard = try #require(sizes["yard"])
    #expect(yard[0] == 4 && abs(yard[1] - 111.2) < 0.2 && yard[2] == 0)
  }

  @Test func eventsShowNeededAndReachedDepth() throws {
    let walk = try ReportedWalk(scored: "01-clean-walk-1hz")
    let data = try PageData(walk.page)
    for region in Set(walk.events.map(\.region)) {
      let row = try data.row(region)
      let pins = try #require(row["pins"] as? [[String: Any]])
      let events = walk.account.events.filter { $0.event.region == region }
      #expect(pins.map { $0["seq"] as? Int } == events.map(\.event.sequence))
      for (pin, placed) in zip(pins, events) where placed.event.kind.isCrossing {
        let (needed, reached) = (pin["needed"] as? Double, pin["reached"] as? Double)
        let grounds = try #require(placed.grounds)
        let sign: Double = placed.event.kind == .exit ? -1 : 1
        #expect(abs(try #require(needed) - sign * grounds.needed) < 0.01)
        #expect(abs(try #require(reached) - sign * grounds.reached) < 0.01)
      }
      let needs = try #require(row["needs"] as? [String: Double])
      let thresholds = try #require(walk.monitor.thresholds(of: region))
      #expect(abs((needs["enter"] ?? 0) - thresholds.entry.deep) < 0.01)
      #expect(abs((needs["leaveByRun"] ?? 0) - thresholds.exit.run) < 0.01)
    }
  }

  @Test func timesOutsideHoursAreShaded() throws {
    var region = ReportedWalk.circle("gate", Self.here, 50)
    let schedule = try Schedule("09:14-09:15")
    region.active = Hours(schedule, clock: .utc, place: Self.here)
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 120), regions: [region])
    let closed = walk.account.closedTimes(of: region)
    #expect(closed.map(\.start) == [29] && closed.map(\.end) == [120])
    let off = try #require(try PageData(walk.page).row("gate")["off"] as? [[String: Any]])
    #expect(off.map { $0["from"] as? Double } == [29] && off.map { $0["to"] as? Double } == [120])
  }

  @Test func remindersAreOnTheirRegionAlone() throws {
    var region = ReportedWalk.circle("gate", Self.here, 50)
    region.reminder = ReminderRule(every: .seconds(20), side: .outside, atMost: 2)
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 200),
      regions: [region, ReportedWalk.circle("other", Self.here, 70)])
    let count = walk.account.reminders.count
    #expect(count >= 3)
    let data = try PageData(walk.page)
    #expect((try data.row("gate")["bells"] as? [Any])?.count == count)
    #expect((try data.row("other")["bells"] as? [Any])?.isEmpty == true)
    #expect(data.objects("reminders").count == count)
    #expect(walk.account.marks.isEmpty)
  }

  @Test func mutedRegionMakesNoSound() throws {
    var region = ReportedWalk.circle("gate", Self.here, 50)
    region.reminder = ReminderRule(every: .seconds(20), side: .outside, atMost: 2)
    region.isMuted = true
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 200),
      regions: [region, ReportedWalk.circle("other", Self.here, 70)])
    let events = walk.account.events
    let muted = events.indices.filter { events[$0].event.region == "gate" }
    #expect(muted.count == 2 && events.count == 4)
    let data = try PageData(walk.page)
    #expect(data.fields["silent"] as? [Int] == muted)
    let reminders = try #require(data.fields["silentReminders"] as? [Int])
    #expect(reminders == Array(walk.account.reminders.indices))
    let silent = data.objects("stays").filter { $0["isMuted"] as? Bool == true }
    #expect(silent.map { $0["region"] as? String } == ["gate"])
  }

  @Test(arguments: Language.allCases) func pageHasTheWordsOfALanguage(_ language: Language) throws {
    let walk = ReportedWalk(ReportedWalk.straight(past: Self.here, metres: 120))
    let page = ReportPage(walk.account, monitor: walk.monitor).html(in: language)
    #expect(page.contains("<html lang=\"\(language.rawValue)\">"))
    let words = [Language.german: "\"Karte\"", .french: "\"Carte\"", .spanish: "\"Mapa\""]
    for (other, word) in words { #expect(page.contains(word) == (other == language), "\(word)") }
  }

  /// A sentence is written in English where it is used, and translated in each language.
  @Test func everySentenceHasAllLanguages() throws {
    let source = Recording.root.appendingPathComponent("Sources/Desk/Reports")
    func table(_ path: String) throws -> [String: Any] {
      let bytes = try Data(contentsOf: source.appendingPathComponent(path))
      return try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }
    var used: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(source.path)/Script") {
      let script = try String(
        contentsOf: source.appendingPathComponent("Script/\(file)"), encoding: .utf8)
      for match in script.matches(of: /\bsay\("([^"]+)"/) { used.insert(String(match.output.1)) }
    }
    for name in ["ReportPage+Walk", "ReportPage+Journal", "RegionOutline", "WalkMap"] {
      let code = try String(
        contentsOf: source.appendingPathComponent("\(name).swift"), encoding: .utf8)
      for match in code.matches(of: /PageNote\(\s*"([^"]+)"/) {
        used.insert(String(match.output.1))
      }
    }
    #expect(used.count > 100)
    let tables = try ["de", "es", "fr"].map { language in
      try table("Words/\(language).json").merging(table("../../Base/Voice/\(language).json")) {
        first, _ in first
      }
    }
    for words in tables {
      #expect(used.subtracting(words.keys).isEmpty, "\(used.subtracting(words.keys))")
      for (sentence, said) in words where used.contains(sentence) {
        let said = try #require(said as? String)
        func places(_ text: String) -> [String] {
          text.matches(of: /\{[^}]*\}/).map { String($0.output) }.sorted()
        }
        #expect(places(sentence) == places(said), "\(sentence)")
      }
    }
    let own = try ["de", "es", "fr"].map { Set(try table("Words/\($0).json").keys) }
    #expect(own[0] == own[1] && own[1] == own[2])
  }
}
