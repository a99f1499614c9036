import Dispatch
internal import Notation
internal import System

/// Draws the outlines of walks on other threads, one at a time, so that nothing is delayed.
final class Surveyor: Sendable {
  /// The most requests at a time: each has up to a megabyte in memory.
  static let most = 4

  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var waiting: [(request: SurveyRequest, answer: Answer)] = []
    var isDrawing = false
  }

  private let confined: Confined<State>

  /// Creates a surveyor for the owner of a queue.
  init(queue: DispatchQueue) {
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Draws an outline later, and answers with it.
  func draw(_ request: SurveyRequest, _ answer: Answer) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard confined.value.waiting.count + (confined.value.isDrawing ? 1 : 0) < Self.most else {
      return answer.refuse(
        "\(Self.most) outlines are being drawn already; try again in a few seconds", isBusy: true)
    }
    confined.value.waiting.append((request, answer))
    beginDrawing()
  }

  private func beginDrawing() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.isDrawing, !confined.value.waiting.isEmpty else { return }
    let (request, answer) = confined.value.waiting.removeFirst()
    confined.value.isDrawing = true
    let work: @Sendable () -> Void = { [self] in
      do throws(Refusal) {
        let line = try request.line()
        answer.give { line }
      } catch {
        answer.refuse(error)
      }
      queue.async { [self] in
        confined.value.isDrawing = false
        beginDrawing()
      }
    }
    do throws(SystemError) {
      try OwnThread.start(.ordinary, work)
    } catch {
      DispatchQueue.global(qos: .utility).async(execute: work)
    }
  }
}
