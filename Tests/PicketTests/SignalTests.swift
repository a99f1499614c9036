import Testing

@testable import Picket

struct SignalTests {
  @Test func everyBuiltInSignalHasABuzzerAndALED() {
    #expect(Set(Signal.defaults.keys) == Set(Signal.builtInNames))
    for signal in Signal.defaults.values {
      #expect(Set(signal.patterns.keys) == ["buzzer", "led"])
    }
  }

  @Test func lastsAsLongAsItsLongestPattern() {
    #expect(Signal.defaults["enter"]?.duration == .seconds(2))
    #expect(Signal(name: "quiet", patterns: [:]).duration == .zero)
  }
}
