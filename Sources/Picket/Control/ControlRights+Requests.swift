internal import Notation
internal import Records
internal import System

extension Request {
  /// The right that a client needs for the request; one that does not exist is refused later.
  var right: ControlRight {
    switch name {
    case "fleet": has("file") ? .fleet : .read
    // Asks for the folder of the walks.
    case "walk": ["start", "stop", "remove"].contains(where: has) ? .order : .read
    case "course": has("reset") ? .order : .read
    case "status", "state", "why", "regions", "watch": .read
    default: .order
    }
  }
}

extension ControlRights {
  /// The right of a client; `nil` for none.
  func right(of client: Credentials) -> ControlRight? { right(of: client.user, in: client.groups) }

  /// The reason why a client may not make a request.
  func refusal(of request: Request, from client: ControlClient) -> String {
    let user = client.credentials.user
    let name = request.name.quoted.onOneLine
    return request.right == .fleet
      ? "\(name) with a file is only for root and \(Self.linkUser), and this is user \(user); use "
        + "picket regions for regions of your own"
      : "user \(user) may only read; \(name) is for members of the group of this picket, and root"
  }
}
