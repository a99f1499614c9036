internal import Base
internal import Geofence
import Glibc
internal import Records

/// Lets requests in by the rules, and pairs devices.
struct Gatekeeper {
  private let rules: AccessRules
  private var guesses = Guesses()

  private let language: Language?

  /// The devices that are paired.
  var devices: PairedDevices

  init(_ rules: AccessRules, devices: PairedDevices, language: Language? = nil) {
    self.rules = rules
    self.devices = devices
    self.language = language
  }

  /// Decides on a request.
  mutating func admit(
    _ head: RequestHead, at now: Instant
  ) throws(Denial) -> AccessRules.Admission {
    try rules.admit(head, devices: devices, guesses: &guesses, at: now)
  }

  /// The answer to a request that is not let in.
  func response(to head: RequestHead, _ denial: Denial) -> WebResponse {
    // The page for a device that is not paired reads the token from its link.
    guard denial.status == 401, ["/", "/back"].contains(head.path) else {
      return WebResponse(denial)
    }
    return WebResponse(
      status: 401, type: "text/html; charset=utf-8",
      body: head.page(Asset.pairing, in: language),
      fields: denial.field.map { [$0] } ?? [])
  }

  /// Pairs the device whose token is in a body.
  mutating func pair(
    _ head: RequestHead, _ body: [UInt8], at now: Instant
  ) throws(Denial) -> WebResponse {
    let text = String(decoding: body, as: UTF8.self)
    guard let token = (try? JSON.parse(text))?.object?["token"]?.string else {
      throw Denial(400, "send {\"token\":\"...\"}")
    }
    let device = try rules.device(
      with: token, from: head.peer, devices: devices, guesses: &guesses, at: now)
    // A year, or until the device is revoked.
    let cookie =
      "\(AccessRules.cookie)=\(token); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
      + (rules.isSecure ? "; Secure" : "")
    var line = JSONLine()
    line.add("ok", true)
    line.add("name", device.name)
    line.add("scope", device.scope.rawValue)
    return WebResponse(json: line.text, fields: [Denial.Field(name: "Set-Cookie", value: cookie)])
  }
}

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
