extension RegionMonitor {
  /// A region and its distance.
  public struct Neighbour: Hashable, Sendable {
    /// The identifier of the region.
    public let region: String

    /// The state as it is shown.
    public let state: RegionState

    /// The depth of the filtered position inside the border in metres, negative outside.
    public let depth: Double
  }

  /// The regions that are nearest to the filtered position, however far away they are.
  ///
  /// Only a few regions are measured, so it may be called at any time.
  public func nearest(_ count: Int) -> [Neighbour] {
    guard let plane = position?.plane, count > 0 else { return [] }
    var found: [Neighbour] = []
    for reach in [1e3, 3e4, 1e6, 3e7] {
      found = nearest(count, to: plane, within: reach)
      // A region whose ball is farther cannot be nearer than these.
      if found.count == count, found.allSatisfy({ $0.depth > -reach }) { break }
    }
    return found
  }

  /// The distance of one region; `nil` when it is not watched or before the first fix.
  public func neighbour(_ id: String) -> Neighbour? {
    guard let plane = position?.plane, let place = place(of: id) else { return nil }
    let one = watched[place]
    return Neighbour(region: id, state: one.shown, depth: one.area.depth(at: plane))
  }

  /// The metres a second by which the carrier comes nearer to the border of a region.
  package func closing(on id: String) -> Double? {
    guard let position, let place = place(of: id) else { return nil }
    let area = watched[place].area
    let next = position.plane.moved(by: position.velocity)
    return area.depth(at: position.plane).magnitude - area.depth(at: next).magnitude
  }

  private func nearest(
    _ count: Int, to plane: TangentPlane, within reach: Double
  ) -> [Neighbour] {
    var candidates: [(bound: Double, index: Int)] = []
    index.visit(around: plane.origin, within: reach) { index in
      guard !watched[index].isExpired else { return }
      let ball = watched[index].ball
      candidates.append(((plane.origin - ball.center).length - ball.radius, index))
    }
    candidates.sort { $0 < $1 }
    var found: [Neighbour] = []
    for candidate in candidates {
      // No region is nearer than its ball, so all regions that follow are farther.
      if found.count == count, let last = found.last, -last.depth <= candidate.bound { break }
      let one = watched[candidate.index]
      let neighbour = Neighbour(
        region: one.region.id, state: one.shown, depth: one.area.depth(at: plane))
      let place = found.firstIndex { $0.depth < neighbour.depth } ?? found.endIndex
      found.insert(neighbour, at: place)
      if found.count > count { found.removeLast() }
    }
    return found
  }

  /// The regions whose dwell event is pending, and the instant at which it will be due.
  public var stays: [(region: String, deadline: Instant)] {
    active.compactMap { index in
      watched[index].isExpired
        ? nil : watched[index].dwellDeadline.map { (watched[index].region.id, $0) }
    }
  }

  /// The way between the last two fixes; `nil` before the second fix.
  ///
  /// Reading it changes nothing, but a monitor that may not change would be copied, for each fix.
  package var lastStep: AccuracyCheck.Step? {
    mutating get {
      guard let position, position.passed > 0 else { return nil }
      return AccuracyCheck.Step(
        way: position.step, passed: position.passed, own: position.ownError.variance,
        stands: position.stands)
    }
  }
}
