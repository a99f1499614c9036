import Desk
import Geofence
@testable import Picket
import Records
import Testing

struct WatchViewTests {
  private static let status = """
    {"ok":true,"monitors":true,"sight":"sighted","since":"2026-06-03T09:00:00.000Z","seconds":65,\
    "mode":3,"age":0.4,"lat":47,"lon":-0.000015,"sd":3.44,"near":[{"region":"ring","state":"outside",\
    "depth":-83.1},{"region":"far","state":"outside","depth":-7688.7}],\
    "outputs":[{"output":"buzzer","active":false},{"output":"led","active":true}],"muted":false}
    """

  private static func view(_ lines: String...) -> (view: WatchView, scrolled: [String]) {
    var view = WatchView(in: .english)
    let scrolled = lines.compactMap { line in Reply(line).flatMap { view.apply($0) } }
    return (view, scrolled)
  }

  @Test(arguments: [
    (0.0, "───────────────◆───────────────"), (-1, "─────────────◆─│───────────────"),
    (200, "───────────────│──────────────◆"), (-200, "◆──────────────│───────────────"),
    (5000, "───────────────│──────────────◆"),
  ])
  func barHasTheBorderInItsMiddle(_ depth: Double, _ bar: String) {
    #expect(WatchView.bar(depth) == bar)
  }

  @Test func viewFitsTheTerminal() {
    let (view, scrolled) = Self.view(Self.status)
    #expect(scrolled.isEmpty)
    let lines = view.lines(width: 120, height: 10)
    #expect(lines.count == 6)
    #expect(lines[0] == "outside · ring 83 m away   ± 3 m   0 s ago")
    #expect(lines[1] == "3D fix")
    #expect(lines[2] == "47.000000, -0.000015 ± 3.4 m")
    #expect(lines[3] == "○ buzzer  ● led")
    #expect(lines[4] == "○ ring  ──◆────────────│───────────────  83.1 m outside")
    #expect(lines[5].hasPrefix("○ far   ◆──"))
    #expect(lines[5].hasSuffix("7.7 km outside"))
    #expect(view.lines(width: 10, height: 4).count == 4)
    #expect(view.lines(width: 10, height: 40).allSatisfy { $0.count <= 10 })
    #expect(WatchView(in: .german).lines(width: 80, height: 5) == ["warte auf Picket"])
  }

  @Test func fixesChangeTheViewAndEventsScroll() {
    let (view, scrolled) = Self.view(
      Self.status.replacing(#""ring","state":"outside""#, with: #""ring","state":"inside""#),
      #"{"output":"buzzer","active":true}"#,
      """
      {"time":"2026-06-03T09:00:03.600Z","fix":"trusted","lat":47,"lon":15,"sd":3,"regions":\
      [{"region":"ring","state":"inside","depth":-1,"raw":-2,"pending":"exit",\
      "missing":["1 m of 12 m"]}],"speed":1.5}
      """,
      #"{"seq":1,"event":"enter","region":"ring","time":"2026-06-03T09:00:03.600Z"}"#,
      #"{"left_out":3}"#)
    #expect(scrolled.count == 2)
    #expect(scrolled.first == "09:00:03  entered ring")
    let lines = view.lines(width: 120, height: 10)
    #expect(lines[0].hasPrefix("INSIDE ring · 1 m to the border"))
    #expect(lines[2].hasSuffix("1.5 m/s"))
    #expect(lines[3] == "● buzzer  ● led")
    #expect(lines[4].hasPrefix("● ring  "))
    #expect(lines[4].hasSuffix("1 m outside  exit? 1 m of 12 m"))
    #expect(view.line?.contains("exit pending: 1 m of 12 m") == true)
  }

  @Test func linesThatAreKeptHaveTheirDay() {
    var view = WatchView(in: .spanish, hasDates: true)
    let event = #"{"seq":1,"event":"enter","region":"a","time":"2026-06-03T09:00:03.600Z"}"#
    #expect(Reply(event).flatMap { view.apply($0) }?.hasPrefix("2026-06-03 09:00:03  ") == true)
    let mark = Reply(#"{"event":"mark","text":"gate"}"#).flatMap { view.apply($0) }
    #expect(mark?.contains(": gate") == true)
    #expect(mark?.contains("time not known") == false)
  }

  @Test func excessOfSpeedAndItsLackAreShown() {
    func last(_ field: String) -> String? {
      let status = Self.status.replacing(#""muted":false"#, with: field)
      return Self.view(status).view.lines(width: 120, height: 10).last
    }
    let fast = Self.status.replacing(#""muted":false"#, with: #""speeding":"yard""#)
    #expect(
      Self.view(fast).view.lines(width: 120, height: 10)[0].hasPrefix("too fast in yard   "))
    #expect(
      last(#""speed_missing":true"#)?.hasPrefix("limits of speed are not judged until ") == true)
    #expect(last(#""muted":false"#)?.hasSuffix("7.7 km outside") == true)
  }

  @Test func missingLinesAreCounted() {
    let (view, scrolled) = Self.view(
      #"{"left_out":1}"#, #"{"left_out":2}"#,
      #"{"time":"2026-06-03T09:00:03.600Z","fix":"trusted","lat":47,"lon":15,"regions_more":1}"#)
    #expect(
      scrolled == [
        "lines left out: 1, too many at a time", "lines left out: 2, too many at a time",
      ])
    #expect(view.line?.hasSuffix("; and 1 more") == true)
  }

  @Test func rejectedFixHasAReason() {
    let (view, _) = Self.view(
      Self.status,
      #"{"time":"2026-06-03T09:00:03.600Z","fix":"rejected","reason":"impossible jump"}"#)
    #expect(
      view.lines(width: 120, height: 10)[2].hasSuffix("position not believed: impossible jump"))
    #expect(view.line == "09:00:03  position not believed: impossible jump")
  }

  @Test func approachCueFollowsThePosition() {
    func line(_ approach: String) -> String? {
      let (view, _) = Self.view(
        Self.status,
        #"{"time":"2026-06-03T09:00:03.600Z","fix":"trusted","lat":47,"lon":15,\#(approach)}"#)
      return view.lines(width: 120, height: 10).dropFirst(2).first
    }
    #expect(
      line(#""approach":{"region":"ring","step":2,"seconds":4.3}"#)?
        .hasSuffix("approach: ring in 4 s") == true)
    #expect(
      line(#""approach":{"region":"ring","step":4,"seconds":0}"#)?
        .hasSuffix("at the border: ring") == true)
    #expect(
      line(#""approach":{"region":"ring","step":4,"speed":true}"#)?
        .hasSuffix("over the limit of ring") == true)
    #expect(line(#""sd":3"#)?.contains("approach") == false)
  }

  private static let crossing = """
    {"time":"2026-06-03T09:00:03.600Z","fix":"trusted","lat":47,"lon":15,"sd":3,"regions":\
    [{"region":"a-region-with-a-long-name","state":"inside","depth":-1.1,"raw":-2,"pending":"exit",\
    "missing":["1 m of 12 m","raw fix disagrees: 0.6 m of 3.5 m"]}],"speed":1.5}
    """

  @Test(arguments: [60, 80]) func nothingIsCutOff(width: Int) {
    let reason =
      #""reason":"blind","reason_code":{"code":"sight.blind","values":"#
      + #"{"time":"2026-06-03T09:00:00.000Z","reason":[{"code":"reception.quiet"}]}}"#
    let (view, _) = Self.view(
      Self.status.replacing(#""sight""#, with: #"\#(reason),"sight""#), Self.crossing)
    let lines = view.lines(width: width - 1, height: 24)
    #expect(lines.allSatisfy { $0.count < width })
    let text = lines.joined(separator: "\n")
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(lines.contains { $0.contains("│") && $0.contains("1.1 m outside") })
    #expect(lines.contains { $0.contains("│") && $0.contains("7.7 km outside") })
    #expect(words.contains("exit? 1 m of 12 m; raw fix disagrees: 0.6 m of 3.5 m"))
    #expect(words.contains("since 09:00:00: gpsd has reported no fix 3D fix"))
  }

  @Test func blindViewShowsNoPaceOrMode() {
    let blind = """
      {"ok":true,"monitors":false,"reason":"blind","sight":"blind","seconds":1560,"report_age":1560,\
      "age":1560.3,"lat":47,"lon":15,"sd":3,"speed":5,"device":"/dev/gps","near":[],"outputs":[]}
      """
    let (view, _) = Self.view(Self.crossing, blind)
    let text = view.lines(width: 100, height: 20).joined(separator: "\n")
    #expect(text.contains("silent for 26 min") && !text.contains("/dev/gps"))
    #expect(text.contains("47.000000, 15.000000 ± 3 m, 26 min ago"))
    #expect(!text.contains("m/s"))
    let status = StatusAnswer(blind).map { StatusText($0).lines.joined(separator: "\n") } ?? ""
    #expect(status.contains("silent for 26 min"))
    #expect(!status.contains("moving"))
  }

  /// The fixes of a burst come before the status that follows the first of them.
  @Test func trustedFixEndsABlindStatus() {
    let blind = #"{"ok":true,"sight":"blind","near":[],"outputs":[]}"#
    func text(_ reports: String...) -> String {
      var view = WatchView(in: .english)
      for report in reports { _ = Reply(report).map { view.apply($0) } }
      return view.lines(width: 100, height: 20).joined(separator: "\n")
    }
    #expect(text(blind, Self.crossing).contains("47.000000, 15.000000 ± 3 m"))
    #expect(text(Self.crossing, blind).contains("no position"))
  }

  @Test func standingCarrierHasNoDirection() throws {
    for (speed, words) in [(0.03, "0 m/s"), (0.6, "0.6 m/s towards 90°")] {
      let line = #"{"ok":true,"lat":47,"lon":15,"sd":3,"speed":\#(speed),"track":90}"#
      let lines = StatusText(try #require(StatusAnswer(line))).lines
      let moving = try #require(lines.first { $0.hasPrefix("moving") })
      #expect(moving.hasSuffix(" \(words)"), "\(moving)")
    }
  }

  @Test func statusNamesTheSourceOfTheAccuracy() {
    for source in AccuracySource.allCases {
      let line = #"{"ok":true,"lat":47,"lon":15,"sd":3,"accuracy_from":"\#(source.rawValue)"}"#
      let lines = StatusAnswer(line).map { StatusText($0).lines } ?? []
      #expect(lines.contains("position   47.000000, 15.000000 ± 3 m (\(source.said.text))"))
    }
  }

  @Test func statusReportsAnAccuracyDoubt() {
    func line(_ claimed: Double, _ observed: Double) -> String? {
      let doubt = #"{"claimed":\#(claimed),"observed":\#(observed)}"#
      return StatusAnswer(#"{"ok":true,"accuracy_doubt":\#(doubt)}"#)
        .flatMap { StatusText($0).lines.first { $0.hasPrefix("accuracy") } }
    }
    #expect(
      line(2.2, 9.5) == """
        accuracy   the receiver claims ± 2.2 m, its fixes scatter by 9.5 m: give the antenna a \
        clearer view of the sky, or set sense = "quiet" or a cushion for the regions
        """)
    #expect(
      line(12, 1.5) == """
        accuracy   the receiver claims ± 12 m, its fixes scatter by 1.5 m: events come later than \
        they need to; let it send GST or speak its own protocol
        """)
    let without = StatusAnswer(#"{"ok":true}"#).map { StatusText($0).lines }
    #expect(without?.contains { $0.hasPrefix("accuracy") } == false)
  }

  @Test func resizingLeavesNoOldLines() {
    let (view, _) = Self.view(Self.status, Self.crossing)
    var screen = WatchScreen()
    let wide = WatchScreen.Size(width: 120, height: 24)
    let narrow = WatchScreen.Size(width: 60, height: 24)
    #expect(!screen.draw(view, above: "an event", wide).contains("[2J"))
    #expect(!screen.isStale(wide) && screen.isStale(narrow))
    let drawn = screen.draw(view, above: nil, narrow)
    #expect(drawn.hasPrefix("\u{1b}[H\u{1b}[2J"))
    #expect(drawn.contains("an event"))
    #expect(screen.draw(view, above: nil, narrow).hasPrefix("\u{1b}["))
    #expect(!screen.isStale(narrow))
  }
}
