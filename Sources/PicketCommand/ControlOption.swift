import ArgumentParser
import Notation
import Outputs
import Picket
import System

/// The option that says which running Picket is meant: that of a configuration.
struct ControlOption: ParsableArguments {
  @OptionGroup var file: ConfigurationOption

  /// Asks it something and returns the answer, or ends with the reason why there is none.
  func ask(_ request: JSONLine) throws -> Reply {
    let connection = try connect()
    return try Self.ask(request, over: connection)
  }

  /// Connects to it, or ends with 69.
  func connect() throws -> ControlConnection {
    let path = try file.configuration().socketPath
    return try Self.orEnd { () throws(ControlConnection.Unavailable) in
      try ControlConnection(path: path)
    }
  }

  /// Asks something over a connection; what comes before the answer is left out.
  static func ask(_ request: JSONLine, over connection: ControlConnection) throws -> Reply {
    let reply = try orEnd { () throws(ControlConnection.Unavailable) -> Reply? in
      try connection.send(request)
      while let line = try connection.next(within: patience) {
        if let reply = Reply(line), reply.isAnswer { return reply }
      }
      return nil
    }
    guard let reply else {
      Log.write(.error, "picket does not answer: it is busy, or hangs; see its log")
      throw ExitCode(69)
    }
    if let refusal = reply.refusal {
      Log.write(.error, refusal)
      throw ExitCode(1)
    }
    return reply
  }

  /// Does something with a running Picket; without one it ends with 69.
  static func orEnd<Value>(
    _ work: () throws(ControlConnection.Unavailable) -> Value
  ) throws -> Value {
    do throws(ControlConnection.Unavailable) {
      return try work()
    } catch {
      Log.write(.error, error.description)
      throw ExitCode(69)
    }
  }

  /// How long an answer may take, in seconds: a disk may be slow.
  private static let patience = 40.0
}

extension JSONLine {
  /// A request of this name.
  static func request(_ name: String) -> JSONLine {
    var line = JSONLine()
    line.add("do", name)
    return line
  }
}
