internal import Base
internal import Board
internal import Geofence
internal import Picket

extension ReceiverAccount {
  /// The verdicts on gpsd and the receiver, in the order in which reports pass them.
  ///
  /// - Parameter defaults: The set-up of gpsd on this machine.
  func diagnoses(_ defaults: GPSDDefaults) -> [Diagnosis] {
    let gpsd = gpsd(defaults)
    guard gpsd.result == .ok else { return [gpsd] + unseen(from: .device, "doctor.gpsdSilent") }
    let device = device(defaults)
    guard device.result != .wrong else {
      return [gpsd, device] + unseen(from: .driver, "doctor.noReceiver")
    }
    guard reports > 0 else {
      let silence = Diagnosis(.sentences, .wrong, "doctor.noReports", say: "do.swap")
      return [gpsd, device, driver, silence] + unseen(from: .fix, "doctor.receiverSilent")
    }
    if let mistake, trusted == 0 {
      let wrong = Diagnosis(
        .sentences, .wrong, "doctor.mistyped", ["reason": .text(mistake.words)],
        say: "do.program")
      return [gpsd, device, driver, wrong] + unseen(from: .fix, "doctor.unusable")
    }
    let sentences = Diagnosis(.sentences, .ok, "doctor.reports", ["count": .count(reports)])
    return [gpsd, device, driver, sentences, fix, sky, time, trust, velocityDiagnosis]
  }

  private static let order: [Diagnosis.Check] = [
    .gpsd, .device, .driver, .sentences, .fix, .satellites, .time, .trust, .velocity,
  ]

  private func unseen(from first: Diagnosis.Check, _ code: String) -> [Diagnosis] {
    Self.order.drop { $0 != first }.map { Diagnosis($0, .unknown, code) }
  }

  // MARK: gpsd

  private func gpsd(_ defaults: GPSDDefaults) -> Diagnosis {
    let place = "\(settings.host):\(settings.port)"
    guard isConnected else {
      let remedy =
        !settings.isOnThisMachine
        ? Reason("do.gpsdThere")
        : defaults.isInstalled
          ? Reason("do.gpsdHere") : Reason(verbatim: "sudo apt install gpsd gpsd-clients")
      let found = failure.map { Reason("doctor.gpsdGone", ["reason": .text($0)]) }
      return Diagnosis(
        .gpsd, .wrong, found ?? Reason("doctor.gpsdMute", ["place": .text(place)]), remedy)
    }
    guard isGPSD else {
      return Diagnosis(
        .gpsd, .wrong, "doctor.stranger",
        ["place": .text(place), "program": .reason((stranger ?? .silent).said)], say: "do.port")
    }
    let name = ["gpsd", release].compactMap { $0 }.joined(separator: " ")
    return Diagnosis(
      .gpsd, .ok, "doctor.answers", ["name": .text(name), "place": .text(place)])
  }

  // MARK: The receiver

  private func device(_ defaults: GPSDDefaults) -> Diagnosis {
    guard let devices else {
      return Diagnosis(.device, .unknown, "doctor.unlisted")
    }
    guard !devices.isEmpty else {
      return Diagnosis(.device, .wrong, Reason("doctor.noDevice"), remedy(defaults))
    }
    let paths = devices.map(\.path)
    if let configured = settings.device {
      guard let device = devices.first(where: { $0.path == configured }) else {
        return Diagnosis(
          .device, .wrong, "doctor.otherDevice",
          ["names": .list(paths), "device": .text(configured)], say: "do.device")
      }
      guard device.isActive else { return closed([configured]) }
      guard reports > 0 || others.isEmpty else {
        return Diagnosis(
          .device, .wrong, "doctor.otherReports",
          ["names": .list(others.sorted()), "device": .text(configured)], say: "do.device")
      }
      guard !names.isEmpty else { return Diagnosis(.device, .ok, Reason(verbatim: configured)) }
      return Diagnosis(
        .device, .ok, "doctor.called",
        ["device": .text(configured), "names": .list(names.sorted())])
    }
    guard devices.contains(where: \.isActive) else { return closed(paths) }
    return Diagnosis(.device, .ok, "doctor.ports", ["names": .list(paths)])
  }

  private func closed(_ paths: [String]) -> Diagnosis {
    Diagnosis(.device, .wrong, "doctor.closed", ["names": .list(paths)], say: "do.replug")
  }

  /// The remedy when gpsd has no receiver.
  private func remedy(_ defaults: GPSDDefaults) -> Reason {
    guard settings.isOnThisMachine else {
      return Reason("do.setUp", ["host": .text(settings.host)])
    }
    let path = Reason.Value.text(GPSDDefaults.path)
    if let missing = defaults.missing.first {
      return Reason("do.plugPort", ["device": .text(missing), "path": path])
    }
    guard let device = defaults.devices.first else { return Reason("do.plug", ["path": path]) }
    return Reason("do.fuser", ["device": .text(device)])
  }

  private var driver: Diagnosis {
    let followed = devices?.first {
      settings.device == nil ? $0.driver != nil : $0.path == settings.device
    }
    guard let followed, let driver = followed.driver else {
      return Diagnosis(.driver, .unknown, "doctor.unrecognized")
    }
    guard let speed = followed.speed else {
      return Diagnosis(.driver, .ok, Reason(verbatim: driver))
    }
    return Diagnosis(
      .driver, .ok, "doctor.driver", ["name": .text(driver), "speed": .count(speed)])
  }

  private var hasFix: Bool { mode == .fix2D || mode == .fix3D }

  private var fix: Diagnosis {
    guard hasFix else { return Diagnosis(.fix, .wrong, "doctor.noFix", say: "do.sky") }
    guard !isSimulated else {
      return Diagnosis(.fix, .wrong, "doctor.simulated", say: "do.simulator")
    }
    return Diagnosis(.fix, .ok, "mode.\(mode.rawValue)")
  }

  private var sky: Diagnosis {
    guard let satellites else {
      return Diagnosis(.satellites, .unknown, "doctor.noSatellites")
    }
    var code = "doctor.satellites"
    var values = [
      "used": Reason.Value.count(satellites.used), "seen": .count(satellites.seen),
    ]
    if let strength = satellites.strength, let wander = SignalStrength.wanderThatMatters(strength) {
      code = "doctor.weak"
      values["wander"] = .number(wander)
      values["told"] = .number(SignalStrength.told(wander))
    }
    if hasFix || satellites.seen >= Self.needed {
      return Diagnosis(.satellites, .ok, code, values)
    }
    return Diagnosis(
      .satellites, .wrong, code, values, say: satellites.seen == 0 ? "do.antenna" : "do.roofs")
  }

  // A position in three dimensions and the time are four unknowns.
  private static let needed = 4

  private var time: Diagnosis {
    guard let clocks else {
      return hasFix
        ? Diagnosis(.time, .wrong, "doctor.noTime", say: "do.sendRMC")
        : Diagnosis(.time, .unknown, "doctor.noTimeYet")
    }
    let time = clocks.receiver.rfc3339
    guard let doubt = clocks.doubt else {
      return Diagnosis(.time, .ok, Reason(verbatim: time))
    }
    let values = ["time": Reason.Value.text(time), "doubt": .reason(doubt.said)]
    return Diagnosis(.time, .wrong, Reason("doctor.date", values), doubt.remedy)
  }

  private var trust: Diagnosis {
    let count = rejected.values.reduce(0, +)
    guard let main = rejected.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) })
    else {
      return trusted > 0
        ? Diagnosis(.trust, .ok, "doctor.trusted", ["count": .count(trusted)])
        : Diagnosis(.trust, .unknown, "doctor.unjudged")
    }
    let found = Reason(
      "doctor.rejected",
      [
        "number": .count(count), "count": .count(count + trusted),
        "main": .reason(main.key.said),
      ])
    return trusted > 0
      ? Diagnosis(.trust, .ok, found) : Diagnosis(.trust, .wrong, found, main.key.remedy)
  }
}

extension ReceiverAccount {
  /// The verdict on the velocities, which the controller has watched for longer.
  private var velocityDiagnosis: Diagnosis {
    if let doubt = velocity.doubt {
      return Diagnosis(.velocity, .wrong, doubt.said, doubt.remedy)
    }
    return Diagnosis(
      .velocity, .ok, velocity.isShown ? "doctor.velocity" : "doctor.velocityUnseen")
  }
}

extension Rejection {
  /// The remedy when each fix is rejected for this reason.
  var remedy: Reason {
    switch self {
    case .noTime: Reason("do.timeRMC")
    case .otherDevice: Reason("do.device")
    case .frozenTime, .backwards, .ahead: Reason("do.unplug")
    case .jump: Reason("do.wait")
    case .frozenPosition: Reason("do.static")
    case .estimated: Reason("do.sendGST")
    case .noMode: Reason("do.mode")
    case .noFix, .noPosition, .outOfRange, .nullIsland, .duplicate: Reason("do.otherReceiver")
    }
  }
}
