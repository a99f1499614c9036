import Dispatch
internal import Notation
internal import Outputs

/// What is answered to the clients of the control socket.
///
/// To add a request, write a method like those here, in a file of its own, and name it in
/// `requests`. It is called on the controller's queue, takes from there what it needs by
/// value, and answers at once or later, from any queue:
///
///     func answerGreeting(_ request: Request, _ answer: Answer) throws(Refusal) {
///       let name = try request.requiredText("name")
///       let count = monitor.regions.count          // the controller's own
///       DispatchQueue.global().async {             // slow work, such as a file
///         guard work(name) else { return answer.refuse("no such name") }
///         answer.give {                            // on the server's queue
///           var line = JSONLine()
///           line.add("regions", count)
///           return line
///         }
///       }
///     }
extension Controller {
  /// All requests by name, but `watch`, which the server answers itself.
  var requests: [String: (Request, Answer) throws(Refusal) -> Void] {
    [
      "status": answerStatus, "state": answerState, "why": answerWhy, "mute": answerMute,
      "unmute": answerUnmute, "mark": answerMark, "play": answerPlay,
      "walk": answerWalk,
      "reload": answerReload, "regions": answerRegions,
    ]
  }

  /// Answers a request.
  func take(_ request: Request, _ answer: Answer) {
    dispatchPrecondition(condition: .onQueue(queue))
    defer { rearm() }
    let requests = requests
    guard let respond = requests[request.name] else {
      let known = requests.keys.sorted() + ["watch"]
      return answer.refuse(
        "there is no request \(request.name.quoted.onOneLine); there are \(known.listed())")
    }
    do throws(Refusal) {
      try respond(request, answer)
    } catch {
      answer.refuse(error.reason)
    }
  }

  /// `status`: how things stand.
  func answerStatus(_ request: Request, _ answer: Answer) {
    let overview = overview
    let walk = walks?.name
    answer.give {
      var line = overview.json
      line.add("walk", walk)
      return line
    }
  }
}
