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
  mutating func connect(to release: String, _ turn: inout Turn) {
    // While the receiver is silent, the connection is renewed every 12 s.
    guard release != self.release else { return }
    self.release = release
    turn.logGPSD("connected to gpsd \(release)", .info)
  }

  /// Logs the first mistake of each field.
  mutating func logFirst(_ mistake: FieldMistake, _ turn: inout Turn) {
    guard fields.insert(mistake.field).inserted else { return }
    turn.logGPSD(
      "a report cannot be used: \(mistake.words); more of this kind are only counted")
  }

  /// Logs the first rejection of each kind.
  mutating func logFirst(_ rejection: Rejection, _ turn: inout Turn) {
    guard rejections.insert(rejection).inserted else { return }
    let text = "a fix was rejected: \(rejection.said.text); more of this kind are only counted"
    turn.append(.log(.info, text))
  }

  /// Reports a date that cannot be right, once, and that it is right again.
  mutating func noteDate(of fix: TrustedFix, _ turn: inout Turn) {
    guard fix.isDateImpossible != isDateImpossible else { return }
    isDateImpossible = fix.isDateImpossible
    let code = isDateImpossible ? "date.wrong" : "date.right"
    turn.log(
      .gpsd, Reason(code, ["time": .text(fix.time.rfc3339)]), .warning)
  }
}
