import Glibc
internal import Records
internal import System

/// The scopes of the users of this board, which are those that the control socket gives them.
struct LocalUsers: Sendable {
  private let socket: String
  private let state: String

  init(_ configuration: PageConfiguration) {
    socket = configuration.socketPath
    state = configuration.state
  }

  /// The scope of a user; `nil` for one that may not use the control socket.
  func scope(of user: UInt32) -> Scope? {
    // Of the socket, or of the folder of the state while the controller does not run.
    var status = stat()
    guard stat(socket, &status) == 0 || stat(state, &status) == 0 else {
      return user == 0 ? .control : nil
    }
    let rights = ControlRights(owner: status.st_uid, ordering: status.st_gid)
    switch rights.right(of: user, in: Accounts.groups(ofUser: user)) {
    case .order?, .fleet?: return .control
    case .read?: return .view
    case nil: return nil
    }
  }
}
