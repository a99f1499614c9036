internal import Geofence
internal import Notation
internal import Outputs

extension WalkKeeper {
  /// Starts a walk and answers where it lies, or why it cannot be recorded.
  func start(_ name: WalkName, in directory: String, _ answer: Answer) {
    start(name) { mistake in
      if let mistake { return answer.refuse(mistake) }
      answer.give {
        var line = JSONLine()
        line.add("path", "\(directory)/\(name.text)")
        return line
      }
    }
  }

  /// Ends the walk and answers where it lies and how many reports it has.
  func stop(at time: Timestamp?, _ answer: Answer) {
    stop(at: time) { result in
      switch result {
      case .failure(let refused): answer.refuse(refused.description)
      case .success(let walk):
        answer.give {
          var line = JSONLine()
          line.add("path", walk.path)
          line.add("reports", walk.reports)
          return line
        }
      }
    }
  }
}
