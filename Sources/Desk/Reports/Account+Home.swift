internal import Base
internal import Geofence
internal import Picket

extension Account {
  /// What was noted in an account, in order.
  enum Note: Sendable {
    case watched([Region])
    case line(LineSplitter.Line)
    case findings(Explanation?, [Finding])
  }

  /// The regions that were watched at any time.
  var everWatched: [Region] {
    var all = regions
    for case .watched(let regions) in notes ?? [] { all += regions }
    return all
  }

  /// The same walk without the surroundings of its start and its end.
  ///
  /// - Returns: `nil` if nothing is left, or if the account does not remember its notes.
  package func hiding(_ home: Home) -> Account? {
    guard let notes else { return nil }
    var shown = Account(
      title: home.mentions(title) ? "Walk" : title,
      regions: firstRegions.filter { !home.hides($0) }.map(home.shown), blindLimit: blindLimit)
    shown.zone = zone
    shown.hidesHome = true
    let hidden = hiddenNotes(home)
    for (note, isHidden) in zip(notes, hidden) {
      switch note {
      case .watched(let regions):
        shown.watch(regions.filter { !home.hides($0) }.map(home.shown))
      case .line(let line):
        if !isHidden { shown.note(line) }
      case .findings(let explanation, let findings):
        if isHidden {
          shown.leaveOut()
        } else {
          shown.explain(explanation, Self.shown(findings, home))
        }
      }
    }
    guard shown.moments.contains(where: { $0.rejection == nil }) else { return nil }
    for mark in marks where shown.shows(mark, home) { shown.mark(mark) }
    for reminder in reminders
    where !home.mentions(reminder.region) && shown.covers(reminder.time) {
      shown.remind(reminder)
    }
    return shown
  }

  /// Whether each note is left out: before the surroundings of the start are left for the first time,
  /// after those of the end are entered for the last time, and within them at any time.
  private func hiddenNotes(_ home: Home) -> [Bool] {
    var hidden: [Bool] = []
    var first: Int?
    var last = 0
    var isHidden = true
    for (index, note) in (notes ?? []).enumerated() {
      if case .findings(let explanation?, _) = note {
        let places = [explanation.fix.coordinate, explanation.estimate?.coordinate]
        if places.contains(where: home.contains) {
          isHidden = true
        } else if case .trusted = explanation.verdict {
          isHidden = false
          first = first ?? index
          last = index
        }
      }
      hidden.append(isHidden)
    }
    guard let first else { return hidden.map { _ in true } }
    return hidden.enumerated().map { $1 || $0 < first || $0 > last }
  }

  private static func shown(_ findings: [Finding], _ home: Home) -> [Finding] {
    findings.compactMap { finding in
      guard case .event(let event) = finding else { return finding }
      return home.shown(event).map(Finding.event)
    }
  }

  private func shows(_ mark: WalkMark, _ home: Home) -> Bool {
    guard !home.mentions(mark.text), !home.contains(mark.coordinate) else { return false }
    return mark.time.map(covers) ?? (mark.coordinate != nil)
  }

  /// Whether there are fixes around a time.
  func covers(_ time: Timestamp) -> Bool {
    guard let times, times.first <= time, time <= times.last, let offset = offset(of: time) else {
      return false
    }
    return !hidden.contains { $0.start < offset && offset < $0.end }
  }
}
