import ArgumentParser
import Base
import Board
import Desk
import Picket
import Records

/// The option that selects the running Picket: the one that uses this configuration.
struct ControlOption: ParsableArguments {
  @OptionGroup var file: ConfigurationOption

  /// Sends a request to the running Picket and returns the answer; without an answer the reason is
  /// logged and the command ends.
  func reply(to request: JSONLine) throws -> Reply {
    let connection = try connect()
    return try Self.reply(to: request, over: connection)
  }

  /// Connects to the running Picket; without a connection the command ends with 69.
  func connect() throws -> ControlConnection {
    let path = try file.configuration().socketPath
    return try Self.orEnd(because: Self.givenUp) { () throws(ControlConnection.Unavailable) in
      try ControlConnection(path: path)
    }
  }

  /// The words for a controller that systemd has given up, behind those for a missing one.
  private static func givenUp() -> String {
    guard let end = UnitState(of: "picket.service")?.lastEnd else { return "" }
    return " systemd does not start picket.service again: \(end.text): picket doctor"
  }

  /// Sends a request over a connection and returns the answer; a refusal ends the command with 1.
  static func reply(to request: JSONLine, over connection: ControlConnection) throws -> Reply {
    let reply = try orEnd { () throws(ControlConnection.Unavailable) in
      try connection.reply(to: request)
    }
    return try accepted(reply)
  }

  /// An answer that is not a refusal; a refusal ends the command with 1.
  static func accepted(_ reply: Reply) throws -> Reply {
    guard let refusal = reply.refusal else { return reply }
    Log.write(.error, refusal.reason)
    throw ExitCode(1)
  }

  /// Runs some work over a connection; a failure ends the command with 69.
  static func orEnd<Value>(
    because reason: () -> String = { "" },
    _ work: () throws(ControlConnection.Unavailable) -> Value
  ) throws -> Value {
    do throws(ControlConnection.Unavailable) {
      return try work()
    } catch {
      Log.write(.error, error.description + reason())
      throw ExitCode(69)
    }
  }
}
