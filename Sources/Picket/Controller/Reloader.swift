/// An asker that needs the files read again.
enum Reloader: Sendable {
  /// The sender of a SIGHUP, such as the service manager.
  case signal
  /// A client, which may mean one file of regions only.
  case client(file: String?, Answer)

  /// Whether it is the sender of a signal.
  var isSignal: Bool {
    if case .signal = self { true } else { false }
  }

  /// Whether it means this file of regions.
  func means(_ file: String) -> Bool {
    switch self {
    case .signal: true
    case .client(let meant, _): meant.map { $0 == file } ?? true
    }
  }
}
