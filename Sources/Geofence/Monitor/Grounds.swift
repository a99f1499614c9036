/// The evidence that a crossing needed when it was decided, and the evidence that it had.
public struct Grounds: Hashable, Sendable {
  /// The metres past the border that were needed.
  public let needed: Double

  /// The metres past the border that were reached.
  public let reached: Double

  /// The length of the run without turning back, in metres; `nil` where it did not count.
  public let run: Double?

  /// Creates the grounds of a crossing.
  public init(needed: Double, reached: Double, run: Double? = nil) {
    self.needed = needed
    self.reached = reached
    self.run = run
  }
}

extension RegionMonitor {
  /// The evidence of a region's last crossing; `nil` if there was none since it came within reach.
  public func grounds(of id: String) -> Grounds? {
    watched.place(of: id).flatMap { watched[$0].watch?.grounds }
  }
}
