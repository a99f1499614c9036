import Dispatch
internal import Geofence
internal import Notation
internal import Outputs
internal import RegionFiles
internal import System

/// Requests of what a carrier does at the board as well: `mute`, `unmute`, `mark`, `play`.
extension Controller {
  /// `mute`: the buzzers are silent at once, for some seconds or until `unmute`.
  func answerMute(_ request: Request, _ answer: Answer) throws(Refusal) {
    let seconds = try request.number("seconds", in: 1...604_800)
    // Of its own: too many marks keep nobody from silence, and none is without its line.
    try Self.spend(&mutes, "mute")
    annunciator.mute(for: seconds.map(Duration.init(roundedSeconds:)))
    noteAsked(seconds.map { "muted for \($0.elapsedText)" } ?? "muted")
    answer.give()
  }

  /// `unmute`: they sound again, from the next signal on.
  func answerUnmute(_ request: Request, _ answer: Answer) {
    let wasMuted = annunciator.overview.isMuted
    annunciator.unmute()
    // One that ends nothing says nothing, so there are no more of these lines than of the others.
    if wasMuted { noteAsked("unmuted") }
    answer.give()
  }

  /// Spends one of the requests that leave something on the card.
  static func spend(_ budget: inout WriteBudget, _ name: String) throws(Refusal) {
    guard let wait = budget.spend(at: MonotonicClock.now) else { return }
    throw Refusal(
      """
      too many requests such as \(name): a card takes some hundred an hour; try again in \
      \(max(1, wait.inSeconds).secondsText(decimals: 0))
      """)
  }

  /// Writes down what somebody asked for.
  private func noteAsked(_ words: String) {
    announce(.notice, words)
    note(.output, words)
  }

  /// `mark`: a line in the journal that says where the carrier is now.
  func answerMark(_ request: Request, _ answer: Answer) throws(Refusal) {
    let text = try request.text("text") ?? "a mark"
    guard text.utf8.count <= RegionLimits.text else {
      throw Refusal("text has \(text.utf8.count) bytes; give at most \(RegionLimits.text)")
    }
    guard !text.hasControls else {
      throw Refusal("text \(text.quoted.onOneLine) has a control character; give one line of text")
    }
    guard asked.spend(at: MonotonicClock.now) == nil else {
      throw Refusal("too many marks; a journal on a card takes some hundred an hour")
    }
    mark(at: MonotonicClock.now, text)
    play("mark")
    let (time, coordinate) = (time, monitor.lastFix?.coordinate)
    answer.give {
      var line = JSONLine()
      line.add("time", time?.rfc3339)
      line.add("lat", coordinate?.latitude, decimals: 7)
      line.add("lon", coordinate?.longitude, decimals: 7)
      return line
    }
  }

  /// `play`: a pattern on an output, or on each in turn, to try them.
  func answerPlay(_ request: Request, _ answer: Answer) throws(Refusal) {
    let text = try request.text("pattern") ?? "short short long"
    let pattern: Pattern
    do throws(Pattern.Mistake) {
      pattern = try Pattern(text)
    } catch {
      throw Refusal("pattern \(text.quoted.onOneLine): \(error)")
    }
    let known = annunciator.overview.outputs.map(\.name)
    let names = try request.text("output").map { [$0] } ?? known
    for name in names where !known.contains(name) {
      throw Refusal(
        "no output is called \(name.quoted.onOneLine); there are \(known.listed())")
    }
    guard annunciator.waiting + names.count <= Readout.most else {
      throw Refusal("signals wait already; try again when they have been played")
    }
    for name in names {
      annunciator.play(Signal(name: "test", patterns: [name: pattern]))
    }
    let isSilent = annunciator.overview.isMuted || annunciator.overview.isQuiet
    answer.give {
      var line = JSONLine()
      line.add("outputs", names)
      line.add("seconds", (pattern.duration * names.count).inSeconds, decimals: 1)
      // Buzzers are silent then, and whoever tries them must know why.
      line.add("muted", isSilent)
      return line
    }
  }
}
