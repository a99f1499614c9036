@testable import Board
import Testing

/// The line of a signal that has begun.
@Suite struct PlayedSignalTests {
  @Test func lineHasPatternsAndCause() throws {
    let bench = Bench()
    _ = bench.play("enter", ["buzzer": "short short", "led": "2000"], event: 17)
    let signal = try #require(bench.panel.current)
    #expect(
      signal.words(on: bench.panel.outputs, isSilent: false) == "short short · led 2 s (enter)")
    #expect(signal.words(on: bench.panel.outputs, isSilent: true) == "silent · led 2 s (enter)")
  }

  @Test func eachOfTwoBuzzersHasItsName() throws {
    let bench = Bench { $0.append(Output(name: "horn")) }
    _ = bench.play("exit", ["buzzer": "long", "horn": "short"])
    let signal = try #require(bench.panel.current)
    #expect(
      signal.words(on: bench.panel.outputs, isSilent: false) == "buzzer long · horn short (exit)")
  }

  @Test func mergedEventsAreCounted() throws {
    let signal = try Signal("enter", ["buzzer": "short"])
    let played = PlayedSignal(signal, cause: "enter gate", events: 3)
    #expect(played.cause == "enter gate and 2 more")
  }

  @Test func nothingPlaysAfterTheEnd() {
    let bench = Bench()
    _ = bench.play("enter", ["buzzer": "short"])
    _ = bench.run()
    #expect(bench.panel.current == nil)
    #expect(bench.panel.begun == 1)
  }

  @Test(arguments: [
    ("short short long", "short short long"), ("2000", "2 s"), ("300", "300 ms"),
    ("100/100 x10", "100/100 x10"), ("long long long", "long long long"),
    ("short pause short", "short pause short"), ("50/450 x4", "50/450 x4"),
    ("short long short long", "short long x2"), ("short@880", "short@880"),
    ("short short short short", "short x4"), ("100/400 100/400 1000", "100/400 100/400 1000"),
  ])
  func patternIsPrintedAsWritten(text: String, words: String) throws {
    let pattern = try Pattern(text)
    #expect(pattern.words == words)
    // It can be written into the configuration again, except for the units of a single step.
    guard !words.hasSuffix("s") else { return }
    let again = try Pattern(words)
    #expect(again == pattern)
  }
}
