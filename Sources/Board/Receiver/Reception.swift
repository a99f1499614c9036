package import Base
package import Geofence

/// The state of the reception, or the reason why there is no fix, as far as gpsd reports it.
package enum Reception: Hashable, Sendable {
  /// The first connection is being made.
  case connecting
  /// gpsd cannot be reached, with the reason.
  case unreachable(String)
  /// Another program than gpsd answers.
  case stranger(Stranger)
  /// The configured receiver reports nothing, and the other does.
  case otherDevice(String, configured: String)
  /// gpsd is connected and has not reported its receivers or a fix yet.
  case connected
  /// The reports have a field of the wrong type.
  case mistyped(FieldMistake)
  /// gpsd has no receiver at all.
  case noDevice
  /// A receiver was removed, or gpsd does not have the configured one.
  case deviceGone(String)
  /// gpsd has a receiver, but nothing is reported.
  case silent
  /// The receiver reports, but has no position.
  case noFix
  /// The receiver has a position in two dimensions.
  case fix2D
  /// The receiver has a position in three dimensions.
  case fix3D

  /// Whether the receiver has a position.
  package var hasFix: Bool { self == .fix2D || self == .fix3D }

  /// Whether another program than gpsd answers.
  package var isStranger: Bool { if case .stranger = self { true } else { false } }

  /// The reception, for a person.
  package var said: Reason {
    switch self {
    case .connecting: Reason("reception.connecting")
    case .unreachable(let reason): Reason("reception.unreachable", ["reason": .text(reason)])
    case .stranger(let program):
      Reason("reception.stranger", ["program": .reason(program.said)])
    case .otherDevice(let other, let configured):
      Reason("reception.otherDevice", ["names": .text(other), "device": .text(configured)])
    case .connected: Reason("reception.connected")
    case .mistyped(let mistake): Reason("reception.mistyped", ["reason": .text(mistake.words)])
    case .noDevice: Reason("reception.noDevice")
    case .deviceGone(let path): Reason("reception.deviceGone", ["path": .text(path)])
    case .silent: Reason("reception.silent")
    case .noFix: Reason("reception.noFix")
    case .fix2D: Reason("reception.fix2D")
    case .fix3D: Reason("reception.fix3D")
    }
  }

  /// What is missing for a position.
  package enum Lack: String, Sendable {
    /// gpsd does not answer.
    case gpsd
    /// No receiver reports.
    case receiver
    /// The receiver reports that it has no position.
    case sky
    /// The reports cannot be used, or are not of the configured receiver.
    case reports
  }

  /// What is missing for reports of the receiver; `nil` when that is not known.
  package var lack: Lack? {
    switch self {
    case .connecting, .unreachable, .stranger: .gpsd
    case .noDevice, .deviceGone, .silent: .receiver
    case .mistyped, .otherDevice: .reports
    case .connected, .noFix, .fix2D, .fix3D: nil
    }
  }

  /// The reason why there is no trusted position.
  package var reason: Reason { hasFix ? Reason("reception.untrusted") : said }

  /// The reception after a message of the connection other than a report.
  package func after(_ message: GPSDClient.Message) -> Reception {
    switch message {
    case .connected:
      // Only a fix ends a silence: connecting again does not.
      if case .unreachable = self {
        .connected
      } else if self == .connecting {
        .connected
      } else {
        self
      }
    case .lost(let reason):
      // The first reason stays: later attempts may fail for other reasons.
      switch self {
      case .unreachable, .stranger: self
      default: .unreachable(reason)
      }
    case .silent: isLasting ? self : .silent
    case .line: self
    }
  }

  /// The reception after a report.
  ///
  /// - Parameter device: The configured device, if there is one.
  package func after(_ report: GPSDReport, device: String?) -> Reception {
    switch report {
    case .fix(let fix):
      guard device == nil || fix.device == device else { return self }
      return switch fix.mode {
      case .notSeen, .noFix: .noFix
      case .fix2D: .fix2D
      case .fix3D: .fix3D
      }
    case .devices(let devices):
      if devices.isEmpty { return .noDevice }
      if let device, !devices.contains(where: { $0.path == device }) {
        return .otherDevice(devices.map(\.path).listed(), configured: device)
      }
      return isLasting ? .connected : self
    case .device(let entry):
      guard device == nil || entry.path == device else { return self }
      if !entry.isActive { return .deviceGone(entry.path) }
      return isLasting ? .connected : self
    case .version:
      if case .stranger = self { return .connected }
      return self
    default: return self
    }
  }

  /// Whether only another report of gpsd's receivers ends it.
  private var isLasting: Bool {
    switch self {
    case .noDevice, .deviceGone, .stranger, .otherDevice: true
    default: false
    }
  }
}

/// A program that answers in gpsd's place and is not gpsd.
package enum Stranger: String, CaseIterable, Hashable, Sendable {
  /// It sends a receiver's own sentences, as a serial server or a phone does.
  case nmea
  /// It answers as a web server.
  case web
  /// It sends nothing.
  case silent
  /// It sends something else.
  case unknown

  /// What it does, for a person.
  package var said: Reason { Reason("stranger.\(rawValue)") }

  /// Recognises a program by a line that gpsd would not send.
  package init(_ line: LineSplitter.Line) {
    guard case .whole(let bytes) = line else {
      self = .unknown
      return
    }
    let start = String(decoding: bytes.prefix(8), as: UTF8.self)
    self =
      start.hasPrefix("$") || start.hasPrefix("!")
      ? .nmea : start.hasPrefix("HTTP/") || start.hasPrefix("<") ? .web : .unknown
  }
}

extension Rejection {
  /// Whether the reports themselves are the reason: only an impossible jump ends under the open sky.
  package var isOfReports: Bool { self != .jump }

  /// The reason for a person.
  package var said: Reason { Reason("rejection.\(rawValue)") }
}
