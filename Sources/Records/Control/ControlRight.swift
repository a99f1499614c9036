internal import Base

/// What a client of the control socket may do; each right includes those before it.
package enum ControlRight: Int, Comparable, Sendable {
  /// Requests that change nothing: `status` and `watch`, for example.
  case read
  /// Requests that the carrier could make at the board: `mute` and `edit`, for example.
  case order
  /// `fleet`: a file of one's own with the largest version would end all updates of a fleet.
  case fleet

  package static func < (one: ControlRight, other: ControlRight) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// The users and the groups that have rights at a control socket.
package struct ControlRights: Hashable, Sendable {
  /// The user that the controller runs as.
  let owner: UInt32
  /// The group that may give orders.
  let ordering: UInt32
  /// The group that may read; `nil` when this machine has none.
  let reading: UInt32?
  /// The user that the link to a broker runs as; `nil` when this machine has none.
  let link: UInt32?

  /// The name of the group that may only read.
  package static let readers = "picket-read"

  /// The name of the user of the link.
  package static let linkUser = "picket-link"

  package init(owner: UInt32, ordering: UInt32, reading: UInt32?, link: UInt32?) {
    (self.owner, self.ordering) = (owner, ordering)
    (self.reading, self.link) = (reading, link)
  }

  /// The rights at the socket of a controller that runs as a user and a group.
  package init(owner: UInt32, ordering: UInt32) {
    self.init(
      owner: owner, ordering: ordering, reading: Accounts.number(ofGroup: Self.readers),
      link: Accounts.number(ofUser: Self.linkUser))
  }

  /// The right of a user with groups; `nil` for none.
  package func right(of user: UInt32, in groups: some Sequence<UInt32>) -> ControlRight? {
    if user == 0 || user == owner || user == link { return .fleet }
    let groups = Set(groups)
    if groups.contains(ordering) { return .order }
    return reading.map { groups.contains($0) } == true ? .read : nil
  }

  /// The reason why a client without rights is refused.
  package func refusal(of user: UInt32) -> Refusal {
    let readers = reading.map { "; those of group \($0) may read" } ?? ""
    return Refusal(
      """
      user \(user) may not use this picket, which serves user \(owner) and the members of group \
      \(ordering)\(readers); use one of them, or root
      """, .forbidden)
  }
}
