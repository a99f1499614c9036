@testable import Board
import Geofence
import Testing

struct ButtonTests {
  private static let settings: ButtonSettings = {
    var settings = ButtonSettings(line: .name("GPIO4"))
    settings.long = .seconds(1)
    settings.veryLong = .seconds(4)
    return settings
  }()

  /// A button and its wire; the button is called at each deadline.
  private struct Bench {
    var button: Button
    var isPressed: Bool
    var presses: [Button.Press] = []
    var readings = 0

    init(debounce: Int = 20, isPressed: Bool = false) {
      button = Button(
        ButtonTests.settings, debounce: .milliseconds(debounce), isPressed: isPressed)
      self.isPressed = isPressed
    }

    mutating func wait(until instant: Instant) {
      while let deadline = button.deadline, deadline <= instant {
        readings += 1
        presses += button.deadlineReached(at: deadline, isPressed: isPressed)
      }
    }

    mutating func edge(_ isPressed: Bool, at milliseconds: Int) {
      wait(until: at(milliseconds))
      self.isPressed = isPressed
      presses += button.edge(isPressed: isPressed, at: at(milliseconds))
    }
  }

  @Test(arguments: [
    (50, Button.Length.short), (999, .short), (1000, .long), (3999, .long), (4000, .veryLong),
    (9000, .veryLong),
  ])
  func edgesDetermineTheLengthOfAPress(milliseconds: Int, length: Button.Length) {
    for debounce in [0, 20] {
      var bench = Bench(debounce: debounce)
      bench.edge(true, at: 100)
      bench.edge(false, at: 100 + milliseconds)
      bench.wait(until: at(20_000))
      #expect(bench.presses == [Button.Press(length: length, start: at(100))])
      #expect(bench.button.deadline == nil)
    }
  }

  @Test func veryLongPressIsReportedEarly() {
    var bench = Bench()
    bench.edge(true, at: 0)
    bench.wait(until: at(3999))
    #expect(bench.presses.isEmpty)
    bench.wait(until: at(4000))
    #expect(bench.presses.map(\.length) == [.veryLong])
    bench.edge(false, at: 6000)
    bench.wait(until: at(9000))
    #expect(bench.presses.count == 1)
  }

  @Test func otherPressesAreReportedAtTheirEnd() {
    var bench = Bench()
    bench.edge(true, at: 0)
    bench.edge(false, at: 200)
    bench.wait(until: at(219))
    #expect(bench.presses.isEmpty)
    bench.wait(until: at(220))
    #expect(bench.presses.map(\.length) == [.short])
  }

  @Test func bouncesAtBothEndsAreOnePress() {
    var bench = Bench()
    for (index, time) in stride(from: 0, through: 12, by: 2).enumerated() {
      bench.edge(index.isMultiple(of: 2), at: time)
    }
    for (index, time) in stride(from: 500, through: 512, by: 2).enumerated() {
      bench.edge(!index.isMultiple(of: 2), at: time)
    }
    bench.wait(until: at(5000))
    #expect(bench.presses == [Button.Press(length: .short, start: at(0))])
  }

  @Test func pulseShorterThanTheDebounceIsIgnored() {
    var bench = Bench()
    bench.edge(true, at: 0)
    bench.edge(false, at: 5)
    bench.edge(true, at: 1000)
    bench.edge(false, at: 1019)
    bench.wait(until: at(5000))
    #expect(bench.presses.isEmpty)
  }

  @Test func releaseShorterThanTheDebounceIsIgnored() {
    var bench = Bench()
    bench.edge(true, at: 0)
    bench.edge(false, at: 800)
    bench.edge(true, at: 810)
    bench.edge(false, at: 1500)
    bench.wait(until: at(5000))
    #expect(bench.presses == [Button.Press(length: .long, start: at(0))])
  }

  @Test func lateEdgesCountAtTheirOwnTime() {
    var button = Button(Self.settings, debounce: .milliseconds(20), isPressed: false)
    var presses = button.edge(isPressed: true, at: at(0))
    presses += button.edge(isPressed: false, at: at(300))
    presses += button.edge(isPressed: true, at: at(600))
    presses += button.edge(isPressed: false, at: at(2000))
    presses += button.deadlineReached(at: at(3000), isPressed: false)
    #expect(
      presses == [
        Button.Press(length: .short, start: at(0)),
        Button.Press(length: .long, start: at(600)),
      ])
  }

  @Test func buttonPressedAtTheStartIsIgnored() {
    var bench = Bench(isPressed: true)
    bench.wait(until: at(60_000))
    bench.edge(false, at: 60_000)
    bench.edge(true, at: 61_000)
    bench.edge(false, at: 61_100)
    bench.wait(until: at(70_000))
    #expect(bench.presses == [Button.Press(length: .short, start: at(61_000))])
  }

  @Test func stormOfEdgesIsNotAPress() {
    var bench = Bench()
    for index in 0..<100_000 { bench.edge(index.isMultiple(of: 2), at: index / 10) }
    #expect(bench.readings == 0)
    bench.wait(until: at(20_000))
    #expect(bench.readings == 1)
    #expect(bench.presses.isEmpty)
  }

  @Test func levelCountsWhenEdgesWereLost() {
    var button = Button(Self.settings, debounce: .milliseconds(20), isPressed: false)
    _ = button.edge(isPressed: false, at: at(0))
    button.edgesLost(at: at(10), isPressed: true)
    #expect(button.deadline == at(30))
    var presses = button.deadlineReached(at: at(30), isPressed: true)
    #expect(presses.isEmpty)
    #expect(button.deadline == at(4000))
    // The edge of the release may come later, or was lost as well.
    presses = button.deadlineReached(at: at(4000), isPressed: false)
    #expect(presses.isEmpty)
    #expect(button.deadline == at(4020))
    presses = button.deadlineReached(at: at(4020), isPressed: false)
    #expect(presses.isEmpty)
    #expect(button.deadline == nil)
  }

  @Test func earlyTimerChangesNothing() {
    var button = Button(Self.settings, debounce: .milliseconds(20), isPressed: false)
    _ = button.edge(isPressed: true, at: at(0))
    let before = button
    let presses = button.deadlineReached(at: at(19), isPressed: true)
    #expect(presses.isEmpty)
    #expect(button == before)
  }
}

private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }
