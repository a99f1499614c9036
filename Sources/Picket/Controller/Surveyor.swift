internal import Base
import Dispatch
internal import Records

/// Draws the outlines of walks on other threads, one at a time, so that nothing is delayed.
final class Surveyor: Sendable {
  /// The most requests at a time: each has up to a megabyte in memory.
  static let most = 4

  private let queue: DispatchQueue
  private let turns: Confined<Turns>

  /// Creates a surveyor for the owner of a queue.
  init(queue: DispatchQueue) {
    self.queue = queue
    turns = Confined(Turns(most: 1, mostWaiting: Self.most - 1), on: queue)
  }

  /// Draws an outline later, and answers with it.
  func draw(_ request: SurveyRequest, _ answer: AnswerPromise) {
    let number = turns.value.take { [queue] done in
      let done = Confined(done, alreadyOn: queue)
      Self.start {
        do throws(Refusal) {
          let line = try request.line()
          answer.give { line }
        } catch {
          answer.refuse(error)
        }
        queue.async { done.value() }
      }
    }
    guard number == nil else { return }
    answer.refuse(
      "\(Self.most) outlines are being drawn already; try again in a few seconds", .busy)
  }

  private static func start(_ work: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try OwnThread.start(.ordinary, work)
    } catch {
      DispatchQueue.global(qos: .utility).async(execute: work)
    }
  }
}
