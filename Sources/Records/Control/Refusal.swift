package import Base

/// What a client can do about a refusal.
package enum RefusalKind: String, CaseIterable, Sendable {
  /// Nothing is wrong with the request: the same may be accepted later.
  case busy
  /// Something is wrong with the request.
  case wrong
  /// This user may not make the request.
  case forbidden
  /// The request is about an earlier state than the present one.
  case outdated
}

/// The reason for which a request is refused.
package struct Refusal: Error, Hashable, Sendable {
  /// The problem and its remedy.
  package let said: Reason

  /// The same in English, on one line.
  package var reason: String { said.text }

  /// What a client can do about it.
  package let kind: RefusalKind

  /// Creates a refusal that each language can say.
  package init(_ said: Reason, _ kind: RefusalKind = .wrong) {
    (self.said, self.kind) = (said, kind)
  }

  /// Creates a refusal for who writes the requests of a program.
  package init(_ reason: String, _ kind: RefusalKind = .wrong) {
    self.init(Reason(verbatim: reason), kind)
  }

  /// The refusal in an answer; `nil` in a line that is not one.
  package init?(_ reply: Reply) {
    guard reply.isAnswer, !reply.flag(Self.isDone) else { return nil }
    // Controllers of other releases may name no kind.
    self.init(
      Reason(
        text: reply.text(Self.error) ?? "picket refused, and gave no reason",
        reply.fields["\(Self.error)_code"]),
      RefusalKind.allCases.first { reply.flag($0.rawValue) } ?? .wrong)
  }

  /// Adds its fields to an answer.
  package func add(to line: inout JSONLine) {
    line.add(Self.isDone, false)
    line.add(Self.error, said)
    if kind != .wrong { line.add(kind.rawValue, true) }
  }

  /// The key of every answer that says whether it is one to a request that was accepted.
  package static let isDone = "ok"

  private static let error = "error"
}
