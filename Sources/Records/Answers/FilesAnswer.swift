package import Base

/// The answer to `reload`: the files were read again, or the problems.
package struct ReloadAnswer: AnswerValue {
  /// The path of the regions file that is watched.
  package var file: String?
  /// The number of watched regions.
  package var watched: Int?
  /// Whether the files were read again, and are watched.
  package var isReloaded = false
  package var warnings: Listed<String>?
  /// The problems for which they are not.
  package var refused: Listed<String>?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("file", &file)
    form.count("watched", &watched)
    form.flag("reloaded", &isReloaded)
    form.texts("warnings", &warnings)
    form.texts("refused", &refused)
  }
}

/// The answer to `fleet`: the update that is watched, or the outcome of another.
package struct FleetAnswer: AnswerValue {
  /// The version of the update; `nil` without one.
  package var version: FleetVersion?
  /// The number of its regions.
  package var regions: Int?
  /// The number of all watched regions.
  package var watched: Int?
  /// The outcome for the file of the request; `nil` when none was sent, or it is watched already.
  package var outcome: ChangeAnswer?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.version(&version)
    // They follow the outcome, if there is one.
    var known = outcome ?? ChangeAnswer()
    if outcome == nil { form.count("regions", &regions) }
    form.count("watched", &watched)
    known.passOutcome(&form)
    if known.isApplied != nil { form.count("regions", &regions) }
    known.passReasons(&form)
    outcome = known.isApplied == nil ? nil : known
  }
}

/// The answer to `edit`, and to a file of the fleet: whether the regions were changed.
package struct ChangeAnswer: AnswerValue {
  /// Whether the change is watched.
  package var isApplied: Bool?
  /// The path of the file, and its hash now.
  package var file: String?
  package var sha256: String?
  package var warnings: Listed<String>?
  /// The reasons for which nothing was changed.
  package var refused: Listed<String>?
  /// The reasons or the warnings with their places; `nil` when they are not about regions.
  package var problems: Listed<ProblemAnswer>?
  /// Whether nothing is wrong with the change, and the same may be accepted later.
  package var isBusy = false
  /// Whether the file was changed after the client had read it.
  package var isOutdated = false
  /// The number of watched regions.
  package var watched: Int?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    passOutcome(&form)
    form.text("file", &file)
    form.text("sha256", &sha256)
    passReasons(&form)
    form.count("watched", &watched)
  }

  fileprivate mutating func passOutcome(_ form: inout AnswerForm) {
    form.choice("applied", &isApplied)
    form.mark("busy", &isBusy)
    form.mark("conflict", &isOutdated)
  }

  fileprivate mutating func passReasons(_ form: inout AnswerForm) {
    form.texts("warnings", &warnings)
    form.texts("refused", &refused)
    form.objects("problems", &problems)
  }

  /// The refusal of the change; `nil` when it is applied.
  package var refusal: Refusal? {
    guard isApplied == false else { return nil }
    let kind: RefusalKind = isBusy ? .busy : isOutdated ? .outdated : .wrong
    return Refusal(messages.joined(separator: "; "), kind)
  }

  /// The warnings and the reasons, and in a line of its own the number of those left out.
  package var messages: [String] {
    let lists = [refused, warnings].compactMap { $0 }
    let more = lists.reduce(0) { $0 + $1.more }
    return lists.flatMap(\.shown) + (more > 0 ? ["and \(more) more"] : [])
  }
}

/// A problem of a file, with its place.
package struct ProblemAnswer: AnswerValue {
  /// The problem and its remedy, and whether it is an `error` or a `warning`.
  package var problem: Reason?
  package var remedy: Reason?
  package var severity: String?
  /// The path of the file, and the place in a text, counted from 1.
  package var file: String?
  package var line: Int?
  package var column: Int?
  /// The index of the feature, and its region.
  package var feature: Int?
  package var region: String?
  /// The field of a form that has to be changed.
  package var field: String?
  /// The indices of its corners; of two edges that cross, of their first corners.
  package var corners: JSON?

  package init() {}

  /// The problem.
  package init(_ problem: Problem) {
    (self.problem, remedy, file) = (problem.said, problem.advice, problem.file)
    severity = problem.severity == .warning ? "warning" : "error"
    field = problem.field
    if !problem.corners.isEmpty { corners = .array(problem.corners.map { .number(Double($0)) }) }
    switch problem.place {
    case .file: break
    case .text(let line, let column): (self.line, self.column) = (line, column)
    case .feature(let index, let id): (feature, region) = (index, id)
    case .named(let index, _): feature = index
    }
  }

  package mutating func pass(_ form: inout AnswerForm) {
    form.reason("problem", &problem)
    form.reason("remedy", &remedy)
    form.text("severity", &severity)
    form.text("file", &file)
    form.count("line", &line)
    form.count("column", &column)
    form.count("feature", &feature)
    form.text("region", &region)
    form.text("field", &field)
    form.json("corners", &corners)
  }
}

/// The answer to `regions` with `document`: the features of the file that fit.
package struct DocumentAnswer: AnswerValue {
  /// The path of the file, and its hash.
  package var file: String?
  package var sha256: String?
  /// The number of all features.
  package var count: Int?
  package var features: JSON?
  /// The index at which to continue; `nil` at the end.
  package var next: Int?

  package init() {}

  package mutating func pass(_ form: inout AnswerForm) {
    form.text("file", &file)
    form.text("sha256", &sha256)
    form.count("count", &count)
    form.json("features", &features)
    form.count("next", &next)
  }
}
