import Dispatch
internal import Notation
internal import Records
internal import System

/// One run of `picket-link watch --json`, read on a separate thread.
final class BoardsProgram: Sendable {
  /// A report to the owner.
  enum Report: Sendable {
    /// Lines that it has printed.
    case lines([Reply])
    /// It has ended, for this reason; nothing is reported after that.
    case ended(String)
  }

  private let run: LimitedRun

  /// In bytes: the longest line that a board can cause.
  private static let longestLine = 1 << 16

  /// Starts the program.
  ///
  /// - Throws: `Denial` when it cannot be started.
  init(_ settings: BoardsSettings) throws(Denial) {
    let path = PastPrograms.path(of: "picket-link")
    let words = [path, "watch", "--json", "--config", settings.link]
    do {
      run = try Program(words).start(memory: PastPrograms.memory)
    } catch let error as UnusableFile where error.isMissingProgram {
      throw Denial(
        503,
        "[boards] in page.toml needs picket-link, and \(error); install the package picket-link")
    } catch {
      throw Denial(503, "picket-link cannot be started: \(error)")
    }
  }

  /// Starts to read.
  ///
  /// - Parameter report: Called on the queue; the program waits meanwhile.
  func start(on queue: DispatchQueue, _ report: @escaping @Sendable (Report) -> Void) {
    do throws(SystemError) {
      try OwnThread.start { [run] in
        var splitter = LineSplitter(limit: Self.longestLine)
        while case let bytes = run.read(upTo: 1 << 16), !bytes.isEmpty {
          var lines: [Reply] = []
          for case .whole(let line) in splitter.split(bytes) {
            if let reply = Reply(String(decoding: line, as: UTF8.self)) { lines.append(reply) }
          }
          queue.sync { report(.lines(lines)) }
        }
        let ended = run.wait()
        let reason = ended.message.isEmpty ? "it \(ended.ending)" : ended.message
        queue.async { report(.ended("picket-link watch: \(reason)")) }
      }
    } catch {
      run.end()
      queue.async { report(.ended("picket-link watch cannot be read: \(error)")) }
    }
  }

  /// Ends it at once.
  func end() { run.end() }
}
