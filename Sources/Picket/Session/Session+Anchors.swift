internal import Geofence
internal import Notation
internal import Outputs
internal import Records
internal import RegionFiles

/// Anchors: regions that the carrier drops and lifts without a desk.
extension Session {
  /// `drop`: an anchor watch here, or the end of the one that is there.
  mutating func drop(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let id = try request.text("region") ?? Anchor.usualID
    let swing = try Self.swing(request)
    try limits.spend("drop", at: now)
    if anchors.has(id) { return try lift(id, at: now) }
    let (anchor, count) = try drop(id, swing, at: now)
    return .fields {
      var answer = DropAnswer()
      (answer.anchor, answer.fixes) = (anchor.answer, count)
      return answer.json
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
      if anchors.has(id) {
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

  private static func swing(_ request: Request) throws(Refusal) -> AnchorWatch.Swing {
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
    _ id: String, _ swing: AnchorWatch.Swing, at now: Instant
  ) throws(Refusal) -> (Anchor, count: Int) {
    try checkName(id)
    try anchors.checkRoom()
    let mean = try here(at: now)
    let anchor = try anchors.drop(
      id, swing, at: mean, sigma: monitor.estimate?.sigma, time: time(at: now))
    watchAnchors(at: now)
    let text =
      "\(id) dropped, radius \(anchor.radius.metresText()), at the mean of "
      + "\(mean.count.counted("fix", "fixes")) with a deviation of \(mean.spread.metresText())"
    report(text, at: anchor.center, now: now)
    return (anchor, mean.count)
  }

  private func checkName(_ id: String) throws(Refusal) {
    guard NameLimit.admits(id) else {
      throw Refusal(
        "the name of an anchor is a text of at most \(NameLimit.bytes) bytes on one line")
    }
    guard monitor.watching[id] == nil, !monitor.placed.contains(where: { $0.id == id }) else {
      throw Refusal("\(id.quoted.onOneLine) is a region of the files; give the anchor another name")
    }
  }

  /// The mean place of the last 3 s.
  private func here(at now: Instant) throws(Refusal) -> RecentFixes.Mean {
    guard monitor.lastFix != nil else {
      throw Refusal("there is no fix yet (\(path.reception)); wait for one")
    }
    guard monitor.blindSince == nil, let mean = anchors.mean(at: moment(at: now)) else {
      throw Refusal("there is no fix that can be trusted now (\(path.reception)); wait for one")
    }
    guard monitor.believesFixes else {
      throw Refusal("the position is not sure: the fixes are not believed now; try again later")
    }
    return mean
  }

  // MARK: Lifting

  private mutating func lift(_ id: String, at now: Instant) throws(Refusal) -> Response {
    try anchors.lift(id)
    watchAnchors(without: [id], at: now)
    report("\(id) lifted", at: monitor.lastFix?.coordinate, now: now)
    return .fields {
      var answer = DropAnswer()
      (answer.anchor.region, answer.isLifted) = (id, true)
      return answer.json
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
  var anchorRegions: [Region] { anchors.regions(files.configuration.regions) }

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
    for anchor in anchors.end(files.taken) {
      note(.anchor, "\(anchor.id) ended: a region of the files has its name now", at: now)
    }
    guard files.anchors != anchorRegions.filter({ !files.taken.contains($0.id) }) else { return }
    watchAnchors(without: Set(files.anchors.map(\.id)).subtracting(files.taken), at: now)
  }

  /// The anchors for an answer, with the carrier's distance from each.
  var anchorAnswers: [AnchorAnswer] {
    anchors.dropped.map { anchor in
      var answer = anchor.answer
      let depth = monitor.neighbour(anchor.id)?.depth
      answer.distance = depth.map { max(0, anchor.radius - $0) }
      answer.state = monitor.state(of: anchor.id)?.rawValue
      return answer
    }
  }
}
