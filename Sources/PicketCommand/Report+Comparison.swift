import ArgumentParser
import Base
import Board
import Commands
import Desk
import Geofence
import Picket

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

  /// What is drawn next to the walk, with the names of both.
  struct Other {
    var account: Account
    var names: (own: String, other: String)

    /// The comparison with the walk's own account.
    func comparison(with own: Account) -> Comparison {
      var account = account
      account.zone = own.zone
      return Comparison(account, named: names.other, beside: own, named: names.own)
    }

    /// The same without the surroundings of the starts and ends.
    func shared(_ home: Home, _ cut: (Account) throws -> Account) rethrows -> Other {
      let isNamed = home.mentions(names.own) || home.mentions(names.other)
      return Other(account: try cut(account), names: isNamed ? ("first", "second") : names)
    }
  }

  /// The second walk, or the walk by another sense; `nil` for none.
  func other(beside path: String) throws -> Other? {
    let other: Account
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
    return Other(account: other, names: (own, name))
  }
}
