package import Base
internal import Geofence
import Glibc

/// A program that runs while the carrier is inside any of some regions.
///
/// The regions' states are requested from the running picket whenever it publishes something, and
/// every second. Picket may end and start again meanwhile.
package final class StayProgram {
  private let program: Program
  private let regions: [String]
  private var rule: StayRule
  private let path: String
  private let signals: SignalInbox
  private var connection: ControlConnection?
  private var running: ProgramRun?
  // The program ended by itself with status 0: it is not started again before the next entry.
  private var isDone = false
  private var attempts = Attempts(limit: .max)
  private var earliest: Instant?
  // What was logged last about the connection and the regions.
  private var trouble: String?

  /// The reason why it ended without a signal.
  package struct Failure: Error {
    /// The refusal of picket.
    package let words: String
  }

  /// The signals that end it, and the signal of a program that has ended.
  package static let signals = [SIGTERM, SIGINT, SIGHUP, SIGCHLD]

  /// The time that the program has after SIGTERM, before SIGKILL.
  package static let grace = Duration.seconds(10)

  /// Creates a value that has not run the program yet.
  ///
  /// - Parameters:
  ///   - path: The path of the control socket.
  ///   - signals: The inbox that receives `signals`.
  package init(
    _ program: Program, inside regions: [String], rule: StayRule, path: String,
    signals: SignalInbox
  ) {
    self.program = program
    self.regions = regions
    self.rule = rule
    self.path = path
    self.signals = signals
  }

  /// Runs the program in each stay until a signal ends this.
  ///
  /// - Throws: `Failure` when picket knows none of the regions at the first answer.
  package func run() throws(Failure) {
    var isFirst = true
    repeat {
      let answers = self.answers()
      if isFirst, !answers.isEmpty {
        isFirst = false
        if answers.allSatisfy({ $0.refusal != nil }), let refusal = answers[0].refusal {
          throw Failure(words: refusal.reason)
        }
      }
      reportRemoved(answers)
      noteEnding()
      follow(rule.verdict(answers, at: MonotonicClock.now))
    } while wait()
    end("a signal ends this")
  }

  // MARK: The program

  private func follow(_ verdict: StayRule.Verdict) {
    switch verdict {
    case .stay: break
    case .rest:
      end("no longer inside")
      isDone = false
      (attempts, earliest) = (Attempts(limit: .max), nil)
    case .run(let region):
      guard running == nil, !isDone, earliest.map({ $0 <= MonotonicClock.now }) ?? true else {
        return
      }
      begin(region)
    }
  }

  private func begin(_ region: String?) {
    do throws(SystemError) {
      let null = try OpenFile("/dev/null", O_RDONLY)
      running = try program.start(
        input: null.descriptor, variables: ["PICKET_REGION": region ?? ""])
      Log.write(
        .notice, "\(region.map { "inside \($0)" } ?? "not sure"): \(program.words[0]) started")
    } catch {
      let remedy = error.code == ENOEXEC ? "; a script begins with #!, such as #!/bin/sh" : ""
      retry("cannot be started: \(error.reason)\(remedy)")
    }
  }

  private func noteEnding() {
    guard let ending = running?.ending() else { return }
    running = nil
    if ending == .status(0) {
      isDone = true
      Log.write(.notice, "\(program.words[0]) has ended; it starts again with the next entry")
    } else {
      retry(ending.description)
    }
  }

  private func retry(_ reason: String) {
    guard case .again(let delay) = attempts.fail() else { return }
    earliest = MonotonicClock.now.advanced(by: delay)
    Log.write(
      .warning,
      "\(program.words[0]) \(reason); again in \(delay.inSeconds.secondsText()) if still inside")
  }

  private func end(_ reason: String) {
    guard let run = running else { return }
    Log.write(.notice, "\(reason): \(program.words[0]) is ended")
    run.end(within: Self.grace)
    running = nil
  }

  // MARK: Picket

  /// The states of the regions; none while picket does not answer.
  private func answers() -> [Reply] {
    do throws(ControlConnection.Unavailable) {
      let connection = try connected()
      var answers: [Reply] = []
      for region in regions {
        var request = JSONLine.request("state")
        request.add("region", region)
        request.add("id", "state")
        let reply = try connection.reply(to: request, within: 5)
        // The last line of a picket that ends answers no request.
        guard reply.id == "state" else {
          let reason = reply.refusal?.reason ?? "picket has answered something else"
          throw ControlConnection.Unavailable(description: reason)
        }
        answers.append(reply)
      }
      return answers
    } catch {
      connection = nil
      report(error.description + "; waiting for it")
      return []
    }
  }

  private func connected() throws(ControlConnection.Unavailable) -> ControlConnection {
    if let connection { return connection }
    let new = try ControlConnection(path: path)
    let reply = try new.reply(to: .request("watch"), within: 5)
    if let refusal = reply.refusal {
      throw ControlConnection.Unavailable(description: refusal.reason)
    }
    connection = new
    if trouble != nil { Log.write(.notice, "picket answers again") }
    trouble = nil
    return new
  }

  private func reportRemoved(_ answers: [Reply]) {
    guard let refusal = answers.lazy.compactMap(\.refusal).first else {
      if !answers.isEmpty { trouble = nil }
      return
    }
    report("\(refusal.reason); it counts as outside")
  }

  private func report(_ words: String) {
    guard words != trouble else { return }
    trouble = words
    Log.write(.warning, words)
  }

  /// Waits for a signal, a line of picket or the next look; returns whether to go on.
  private func wait() -> Bool {
    var wanted = [
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&wanted, 2, 1000)
    return signals.next().subtracting([SIGCHLD]).isEmpty
  }
}
