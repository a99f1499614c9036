internal import Base

/// The groups of the person who looks and of the unit's user.
package struct Membership: Hashable, Sendable {
  /// The name of the person who looks.
  package var user: String

  /// Whether this person is root.
  package var isRoot: Bool

  /// The groups that the person has now.
  package var session: Set<String>

  /// The groups that the person has from the next login on.
  package var listed: Set<String>

  /// The groups of the unit's user; `nil` when there is no such user.
  package var unit: Set<String>?

  /// Creates the groups of the person and of the unit's user.
  package init(
    user: String, isRoot: Bool = false, session: Set<String> = [], listed: Set<String> = [],
    unit: Set<String>?
  ) {
    self.user = user
    self.isRoot = isRoot
    self.session = session
    self.listed = listed
    self.unit = unit
  }

  /// Looks up the groups on this machine.
  package init() {
    let user = Accounts.user
    self.init(
      user: user, isRoot: Accounts.isRoot, session: Accounts.groups,
      listed: Accounts.groups(of: user) ?? [], unit: Accounts.groups(of: "picket"))
  }

  /// The verdict on whether the unit's user may read the unit's files and use GPIO chips.
  func access(to files: [FileRights]) -> Diagnosis {
    guard let unit else { return noUser(.access) }
    for file in files where !file.isReadable(by: "picket", groups: unit) {
      return Diagnosis(
        .access, .wrong, "doctor.unreadable", ["path": .text(file.path)],
        type: "sudo chown root:picket \(file.path) && sudo chmod 640 \(file.path)")
    }
    guard unit.contains("gpio") else {
      return Diagnosis(
        .access, .wrong, "doctor.noGPIO",
        type: "sudo adduser picket gpio && sudo systemctl restart picket")
    }
    return Diagnosis(.access, .ok, "doctor.access")
  }

  /// The verdict on the person's own group.
  var group: Diagnosis {
    guard unit != nil else { return noUser(.group) }
    if isRoot { return Diagnosis(.group, .ok, "doctor.root") }
    let user = ["user": Reason.Value.text(user)]
    if session.contains("picket") { return Diagnosis(.group, .ok, "doctor.member", user) }
    if session.contains("picket-read") { return Diagnosis(.group, .ok, "doctor.reader", user) }
    return listed.contains("picket")
      ? Diagnosis(.group, .wrong, "doctor.nextLogin", user, say: "do.login")
      : Diagnosis(.group, .wrong, "doctor.notMember", user, say: "do.join")
  }

  private func noUser(_ check: Diagnosis.Check) -> Diagnosis {
    Diagnosis(check, .unused, "doctor.noUser")
  }
}

/// The permissions of a file.
package struct FileRights: Hashable, Sendable {
  /// The path of the file.
  package let path: String

  private let owner: String
  private let group: String
  private let mode: UInt32

  /// Creates the rights of a file.
  package init(path: String, owner: String, group: String, mode: UInt32) {
    self.path = path
    self.owner = owner
    self.group = group
    self.mode = mode
  }

  /// Looks at a file; `nil` when it is missing or cannot be seen.
  package init?(of path: String) {
    guard let status = Accounts.ownership(of: path) else { return nil }
    self.init(path: path, owner: status.owner, group: status.group, mode: status.mode)
  }

  /// Whether a user with these groups may read the file, by the rules of path_resolution(7).
  func isReadable(by user: String, groups: Set<String>) -> Bool {
    if owner == user { return mode & 0o400 != 0 }
    if groups.contains(group) { return mode & 0o040 != 0 }
    return mode & 0o004 != 0
  }
}
