internal import Geofence
import Glibc
internal import Notation
internal import Outputs
internal import Records
internal import RegionFiles

/// Anchors: regions that the carrier drops and lifts without a desk.
extension Session {
  /// The size of an anchor's region, as it was requested.
  enum Swing: Sendable {
    /// A circle of this radius around the carrier.
    case radius(Double)
    /// A circle around an anchor that lies at a distance in metres, in a direction in degrees.
    case rode(Double, bearing: Double)
  }

  /// `drop`: an anchor watch here, or the end of the one that is there.
  mutating func drop(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let id = try request.text("region") ?? Anchor.usualID
    let swing = try Self.swing(request)
    try limits.spend("drop", at: now)
    if anchors.contains(where: { $0.id == id }) { return try lift(id, at: now) }
    let (anchor, count) = try drop(id, swing, at: now)
    return .fields {
      var line = anchor.answer.json
      line.add("fixes", count)
      return line
    }
  }

  /// `lift`: the end of an anchor watch.
  mutating func lift(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let id = try request.text("region") ?? Anchor.usualID
    try limits.spend("lift", at: now)
    return try lift(id, at: now)
  }

  /// Drops an anchor, or lifts the one that is there, since the carrier pressed the button twice.
  mutating func toggleAnchor(_ id: String, at now: Instant) {
    do throws(Refusal) {
      if anchors.contains(where: { $0.id == id }) {
        _ = try lift(id, at: now)
      } else {
        _ = try drop(id, .radius(Anchor.usualRadius), at: now)
      }
    } catch {
      // A carrier at the button has no other answer.
      directives.append(.play("fault"))
      directives.append(.announce(.warning, "\(id) is not dropped: \(error.reason)"))
      note(.anchor, "\(id) is not dropped: \(error.reason)", at: now)
    }
  }

  private static func swing(_ request: Request) throws(Refusal) -> Swing {
    let radius = try request.number("radius", in: Anchor.radii)
    let rode = try request.number("rode", in: 1...1000)
    let bearing = try request.number("bearing", in: 0...360)
    switch (radius, rode, bearing) {
    case (let radius, nil, nil): return .radius(radius ?? Anchor.usualRadius)
    case (nil, let rode?, let bearing?): return .rode(rode, bearing: bearing)
    default:
      throw Refusal("give a radius, or a rode with the bearing from here to the anchor")
    }
  }

  // MARK: Dropping

  private mutating func drop(
    _ id: String, _ swing: Swing, at now: Instant
  ) throws(Refusal) -> (Anchor, count: Int) {
    try checkName(id)
    let mean = try here(at: now)
    let sigma = max(mean.sigma, monitor.estimate?.sigma ?? 0)
    let least = Anchor.least(sigma: sigma)
    var anchor = Anchor(
      id: id, center: mean.coordinate, radius: 0, spread: mean.spread, time: time(at: now))
    switch swing {
    case .radius(let radius):
      guard radius >= least else {
        throw Refusal(
          "a radius of \(radius.metresText()) is too small for the receiver's error of "
            + "\(sigma.metresText()); give at least \(least.text(decimals: 0))")
      }
      anchor.radius = radius
    case .rode(let rode, let bearing):
      let angle = bearing * .pi / 180
      anchor.center = LocalMap(around: mean.coordinate)
        .coordinate(LocalMap.Point(east: rode * sin(angle), north: rode * cos(angle)))
      anchor.radius = rode + max(Anchor.margin, least)
    }
    anchors.append(anchor)
    anchors.sort { $0.id < $1.id }
    watchAnchors(at: now)
    let text =
      "\(id) dropped, radius \(anchor.radius.metresText()), at the mean of "
      + "\(mean.count.counted("fix", "fixes")) with a deviation of \(mean.spread.metresText())"
    report(text, at: anchor.center, now: now)
    return (anchor, mean.count)
  }

  private func checkName(_ id: String) throws(Refusal) {
    guard !id.isEmpty, id.utf8.count <= RegionLimits.name, !id.hasControls else {
      throw Refusal(
        "the name of an anchor is a text of at most \(RegionLimits.name) bytes on one line")
    }
    guard monitor.watching[id] == nil, !monitor.placed.contains(where: { $0.id == id }) else {
      throw Refusal("\(id.quoted.onOneLine) is a region of the files; give the anchor another name")
    }
    guard anchors.count < Self.mostAnchors else {
      throw Refusal("there are \(anchors.count) anchors already; lift one first")
    }
  }

  /// The mean place of the last 3 s.
  private func here(at now: Instant) throws(Refusal) -> RecentFixes.Mean {
    guard monitor.lastFix != nil else {
      throw Refusal("there is no fix yet (\(path.reception)); wait for one")
    }
    guard monitor.blindSince == nil, let mean = recentFixes.mean(at: moment(at: now)) else {
      throw Refusal("there is no fix that can be trusted now (\(path.reception)); wait for one")
    }
    guard monitor.believesFixes else {
      throw Refusal("the position is not sure: the fixes are not believed now; try again later")
    }
    return mean
  }

  // MARK: Lifting

  private mutating func lift(_ id: String, at now: Instant) throws(Refusal) -> Response {
    guard anchors.contains(where: { $0.id == id }) else {
      let known = anchors.map(\.id)
      throw Refusal(
        "no anchor \(id.quoted.onOneLine) is dropped"
          + (known.isEmpty ? "" : "; there \(known.count == 1 ? "is" : "are") \(known.listed())"))
    }
    anchors.removeAll { $0.id == id }
    watchAnchors(without: [id], at: now)
    report("\(id) lifted", at: monitor.lastFix?.coordinate, now: now)
    return .fields {
      var line = JSONLine()
      line.add("region", id)
      line.add("lifted", true)
      return line
    }
  }

  private mutating func report(_ text: String, at place: Coordinate?, now: Instant) {
    directives.append(.note(Note(.anchor, text, time: time(at: now), coordinate: place)))
    directives.append(.announce(.notice, text))
    directives.append(.play("mark"))
    save(at: now)
    show(at: now)
  }

  // MARK: Regions

  /// The regions of the anchors.
  var anchorRegions: [Region] { anchors.compactMap { $0.region(files.configuration.regions) } }

  /// Watches the anchors besides the regions of the files.
  ///
  /// - Parameter lifted: The anchors that are no longer watched.
  mutating func watchAnchors(without lifted: Set<String> = [], at now: Instant) {
    let dropped = anchorRegions
    let anchored = lifted.union(dropped.map(\.id))
    var placement = RegionMonitor.Placement(
      monitor.placed.filter { !anchored.contains($0.id) } + dropped)
    watch(&placement, at: now)
  }

  /// Ends the anchors whose names regions of the files have now, and watches those that were dropped
  /// while the files were read.
  mutating func keepAnchors(after files: ReloadedFiles, at now: Instant) {
    let lost = anchors.filter { files.taken.contains($0.id) }
    anchors.removeAll { files.taken.contains($0.id) }
    for anchor in lost {
      note(.anchor, "\(anchor.id) ended: a region of the files has its name now", at: now)
    }
    guard files.anchors != anchorRegions.filter({ !files.taken.contains($0.id) }) else { return }
    watchAnchors(without: Set(files.anchors.map(\.id)).subtracting(files.taken), at: now)
  }

  /// The anchors for an answer, with the carrier's distance from each.
  var anchorAnswers: [AnchorAnswer] {
    anchors.map { anchor in
      var answer = anchor.answer
      let depth = monitor.neighbour(anchor.id)?.depth
      answer.distance = depth.map { max(0, anchor.radius - $0) }
      answer.state = monitor.state(of: anchor.id)?.rawValue
      return answer
    }
  }

  /// The most anchors at a time.
  private static var mostAnchors: Int { 20 }
}
