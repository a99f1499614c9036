/// The paths under which gpsd reports the configured receiver.
///
/// gpsd names a receiver by the path that it opened, and the configuration may name a link to it,
/// such as /dev/serial0. What a link leads to changes when receivers are plugged in, so this is
/// looked up again whenever gpsd reports its receivers. Everything after it has the configured name.
package struct DeviceNames: Sendable {
  /// The path without links; `nil` where nothing is.
  package typealias Lookup = @Sendable (String) -> String?

  private let configured: String?
  private let lookup: Lookup?
  // The reports of other receivers since the paths were compared.
  private var strangers = 0

  /// The paths other than the configured one.
  package var others: Set<String>

  /// Creates the paths of a configured receiver.
  ///
  /// - Parameters:
  ///   - others: The paths that are known already, as in a recording.
  ///   - lookup: Without it, as in a replay, no link is followed.
  package init(_ configured: String?, others: Set<String> = [], lookup: Lookup? = nil) {
    (self.configured, self.others, self.lookup) = (configured, others, lookup)
  }

  /// A report in which the configured receiver has the configured name.
  package mutating func named(_ report: GPSDReport) -> GPSDReport {
    guard configured != nil, lookup != nil || !others.isEmpty else { return report }
    switch report {
    case .fix(var fix):
      guard let device = fix.device, device != configured else { return report }
      guard others.contains(device) else {
        // A link may be made only after gpsd has reported its receiver.
        strangers += 1
        if strangers.isMultiple(of: Self.patience) { compare(device, isActive: true) }
        return report
      }
      fix.device = configured
      return .fix(fix)
    case .sky(var satellites):
      guard let device = satellites.device, others.contains(device) else { return report }
      satellites.device = configured
      return .sky(satellites)
    case .device(let device): return .device(named(device))
    case .devices(let list): return .devices(list.map { named($0) })
    default: return report
    }
  }

  private mutating func named(_ device: GPSDReport.Device) -> GPSDReport.Device {
    compare(device.path, isActive: device.isActive)
    guard let configured, others.contains(device.path) else { return device }
    var named = device
    named.path = configured
    return named
  }

  /// Compares what a path and the configured one lead to.
  private mutating func compare(_ path: String, isActive: Bool) {
    guard let lookup, let configured, path != configured else { return }
    let place = lookup(configured)
    if place != nil, lookup(path) == place {
      others.insert(path)
    } else if isActive {
      // The path of a receiver that was unplugged stays, so that its end is recognised.
      others.remove(path)
    }
  }

  /// After this many reports of another receiver, the paths are compared again.
  private static let patience = 10
}
