internal import System

extension Turns {
  /// Does work now or when its turn comes, or refuses it.
  ///
  /// - Parameter work: The work, which calls `done` once, at its end.
  func start(_ work: @escaping (_ done: @escaping () -> Void) -> Void) throws(Denial) {
    guard !take(work) else { return }
    throw Denial(
      503, "too much is requested at a time; try again",
      field: Denial.Field(name: "Retry-After", value: "10"))
  }
}
