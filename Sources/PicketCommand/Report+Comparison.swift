import ArgumentParser
import Commands
import Desk
import Geofence
import Notation
import Picket
import Receiver
import System

extension Report {
  /// Whether a second walk or a sense is drawn next to the walk.
  var isComparing: Bool { walks.count > 1 || sense != nil }

  /// Refuses comparisons of more than two things, and comparisons that are not possible.
  func validateComparison() throws {
    guard walks.count <= 2 else {
      throw ValidationError("\(walks.count) walks are given; two can be compared")
    }
    guard walks.count < 2 || sense == nil else {
      throw ValidationError("give one of these: a second walk, or --sense")
    }
    guard !isComparing || events == nil else {
      throw ValidationError("a journal has no fixes to compare: leave out --sense")
    }
    guard !isComparing || !walks.contains("-") else {
      throw ValidationError("standard input is read only once: give a file to compare")
    }
  }

  /// The comparison of an account with another walk or sense; `nil` for none.
  func comparison(of account: Account, _ path: String) throws -> Comparison? {
    var other: Account
    var (name, own): (String, String)
    if walks.count > 1 {
      let second = try Problem.orEnd { try WalkPath.found(walks[1], config: files.config) }
      other = try Walk.isFolder(second) ? recorded(second).0 : captured(second).0
      (name, own) = (Self.name(of: second), Self.name(of: path))
      if name == own { (name, own) = ("second", "first") }
    } else if let sense {
      other =
        try Walk.isFolder(path)
        ? recorded(path, sense: sense).0
        : captured(path, sense: sense).0
      (name, own) = (sense.rawValue, "as configured")
    } else {
      return nil
    }
    other.zone = account.zone
    return Comparison(other, named: name, beside: account, named: own)
  }
}
