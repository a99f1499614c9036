internal import Base
internal import Board
internal import Geofence
internal import Records

/// A request for sounds, to try them: a pattern on an output, or on each in turn; or a signal; or the
/// state of each region, as after a very long press.
struct PlayRequest {
  /// The directives that play them.
  private(set) var directives: [Directive]

  /// The answer.
  private(set) var answer = PlayAnswer()

  /// Reads a request.
  ///
  /// - Parameter settings: The outputs, and the signals by their names.
  init(
    _ request: Request, _ settings: OutputSettings, _ monitor: RegionMonitor,
    _ hearing: Annunciator.Hearing
  ) throws(Refusal) {
    // While muted or in quiet hours buzzers are silent: the answer has the reason.
    answer.isMuted = hearing.isSilent
    if try request.flag("states") {
      let names = Readout.signals(of: monitor.states)
      directives = names.map { .play($0) }
      answer.signals = Listed(names)
    } else if let name = try request.text("signal") {
      guard let signal = settings.signals[name] else {
        throw Refusal(
          "no signal is called \(name.quoted.onOneLine); there are "
            + settings.signals.keys.sorted().listed())
      }
      directives = [.play(name)]
      (answer.signal, answer.seconds) = (name, signal.duration.inSeconds)
      answer.outputs = Listed(signal.patterns.keys.sorted())
    } else {
      let pattern = try Self.pattern(request)
      let names = try Self.outputs(request, settings.list)
      directives = names.map { .test(pattern, output: $0) }
      answer.outputs = Listed(names)
      answer.seconds = (pattern.duration * names.count).inSeconds
    }
    guard hearing.waiting + directives.count <= Readout.most else {
      throw Refusal(Reason("refused.waiting"), .busy)
    }
  }

  private static func pattern(_ request: Request) throws(Refusal) -> Pattern {
    let text = try request.text("pattern") ?? "short short long"
    do throws(Pattern.Mistake) {
      return try Pattern(text)
    } catch {
      throw Refusal("pattern \(text.quoted.onOneLine): \(error)")
    }
  }

  private static func outputs(
    _ request: Request, _ outputs: [Output]
  ) throws(Refusal) -> [String] {
    // Something may move by a relay or a servo: it is tried only by its name.
    guard let name = try request.text("output") else {
      return outputs.filter { !$0.kind.isSwitch }.map(\.name)
    }
    guard outputs.contains(where: { $0.name == name }) else {
      throw Refusal(
        "no output is called \(name.quoted.onOneLine); there are \(outputs.map(\.name).listed())")
    }
    return [name]
  }
}
