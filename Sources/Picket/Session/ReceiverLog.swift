internal import Base
internal import Board
internal import Geofence

/// What the log has about gpsd and its receiver: each thing once, until it changes.
struct ReceiverLog: Sendable {
  // gpsd's release; `nil` after the connection was lost.
  private var release: String?
  private var rejections: Set<Rejection> = [.noFix, .duplicate]
  private var fields: Set<String> = []
  private var isDateImpossible = false

  /// Notes that the connection was lost.
  mutating func loseConnection() { release = nil }

  /// Logs gpsd's release, once for a connection that is renewed.
  mutating func note(
    release: String, _ directives: inout Directives, at present: Present
  ) {
    // While the receiver is silent, the connection is renewed every 12 s.
    guard release != self.release else { return }
    self.release = release
    directives.logGPSD("connected to gpsd \(release)", .info, at: present)
  }

  /// Logs the first mistake of each field.
  mutating func note(
    _ mistake: FieldMistake, _ directives: inout Directives, at present: Present
  ) {
    guard fields.insert(mistake.field).inserted else { return }
    directives.logGPSD(
      "a report cannot be used: \(mistake.words); more of this kind are only counted", at: present)
  }

  /// Logs the first rejection of each kind.
  mutating func note(_ rejection: Rejection, _ directives: inout Directives) {
    guard rejections.insert(rejection).inserted else { return }
    let text = "a fix was rejected: \(rejection.said.text); more of this kind are only counted"
    directives.append(.log(.info, text))
  }

  /// Reports a date that cannot be right, once, and that it is right again.
  mutating func noteDate(
    of fix: TrustedFix, _ directives: inout Directives, at present: Present
  ) {
    guard fix.isDateImpossible != isDateImpossible else { return }
    isDateImpossible = fix.isDateImpossible
    let code = isDateImpossible ? "date.wrong" : "date.right"
    directives.log(
      .gpsd, Reason(code, ["time": .text(fix.time.rfc3339)]), .warning, at: present)
  }
}
