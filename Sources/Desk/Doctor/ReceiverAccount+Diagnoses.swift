internal import Geofence
internal import Notation
internal import Picket
internal import Receiver

extension ReceiverAccount {
  /// The verdicts on gpsd and the receiver, in the order in which reports pass them.
  ///
  /// - Parameter defaults: The set-up of gpsd on this machine.
  func diagnoses(_ defaults: GPSDDefaults) -> [Diagnosis] {
    let gpsd = gpsd(defaults)
    guard gpsd.result == .ok else { return [gpsd] + unseen(from: .device, "gpsd does not answer") }
    let device = device(defaults)
    guard device.result != .wrong else {
      return [gpsd, device] + unseen(from: .driver, "there is no receiver")
    }
    guard reports > 0 else {
      let silence = Diagnosis(
        .sentences, .wrong, "the receiver reports nothing",
        "swap RX and TX, switch the UART on (picket board), and see its speed: sudo gpsctl")
      return [gpsd, device, driver, silence] + unseen(from: .fix, "the receiver is silent")
    }
    if let mistake, trusted == 0 {
      let wrong = Diagnosis(
        .sentences, .wrong, "the reports cannot be used: \(mistake.words)",
        "correct the program that changes them, or host and port in [gpsd]")
      return [gpsd, device, driver, wrong] + unseen(from: .fix, "the reports cannot be used")
    }
    let sentences = Diagnosis(.sentences, .ok, "\(reports.counted("report")) received")
    return [gpsd, device, driver, sentences, fix, sky, time, trust, velocityDiagnosis]
  }

  private static let order: [Diagnosis.Check] = [
    .gpsd, .device, .driver, .sentences, .fix, .satellites, .time, .trust, .velocity,
  ]

  private func unseen(from first: Diagnosis.Check, _ reason: String) -> [Diagnosis] {
    Self.order.drop { $0 != first }.map { Diagnosis($0, .unknown, reason) }
  }

  // MARK: gpsd

  private func gpsd(_ defaults: GPSDDefaults) -> Diagnosis {
    let place = "\(settings.host):\(settings.port)"
    guard isConnected else {
      let remedy =
        !settings.isOnThisMachine
        ? "check host and port in [gpsd], and whether gpsd there listens to others (its option -G)"
        : defaults.isInstalled
          ? "sudo systemctl enable --now gpsd.socket, or correct port in [gpsd]"
          : "sudo apt install gpsd gpsd-clients"
      return Diagnosis(.gpsd, .wrong, failure ?? "\(place): no answer", remedy)
    }
    guard isGPSD else {
      return Diagnosis(
        .gpsd, .wrong,
        "the program that answers at \(place) is not gpsd: \((stranger ?? .silent).said.text)",
        "correct port in [gpsd]: gpsd has 2947; sudo ss -ltnp shows who listens")
    }
    return Diagnosis(.gpsd, .ok, "gpsd\(release.map { " \($0)" } ?? "") answers at \(place)")
  }

  // MARK: The receiver

  private func device(_ defaults: GPSDDefaults) -> Diagnosis {
    guard let devices else {
      return Diagnosis(.device, .unknown, "gpsd has not listed its receivers")
    }
    guard !devices.isEmpty else {
      return Diagnosis(.device, .wrong, "gpsd has no receiver", remedy(defaults))
    }
    let paths = devices.map(\.path)
    if let configured = settings.device {
      guard let device = devices.first(where: { $0.path == configured }) else {
        return Diagnosis(
          .device, .wrong, "gpsd has \(paths.listed()), and [gpsd] names \(configured)",
          "correct device in [gpsd], or remove it")
      }
      guard device.isActive else { return closed(configured) }
      guard reports > 0 || others.isEmpty else {
        return Diagnosis(
          .device, .wrong,
          "gpsd reports from \(others.sorted().listed()), and [gpsd] names \(configured), which "
            + "reports nothing", "correct device in [gpsd], or remove it")
      }
      let path = names.isEmpty ? "" : ", which gpsd calls \(names.sorted().listed())"
      return Diagnosis(.device, .ok, configured + path)
    }
    guard devices.contains(where: \.isActive) else { return closed(paths.listed()) }
    return Diagnosis(.device, .ok, paths.listed())
  }

  private func closed(_ path: String) -> Diagnosis {
    Diagnosis(
      .device, .wrong, "gpsd has closed \(path)", "plug it in again; sudo systemctl restart gpsd")
  }

  /// The remedy when gpsd has no receiver.
  private func remedy(_ defaults: GPSDDefaults) -> String {
    guard settings.isOnThisMachine else { return "set it up on \(settings.host)" }
    if let missing = defaults.missing.first {
      return """
        \(missing) in DEVICES of \(GPSDDefaults.path) is missing here: plug it in, or switch the \
        UART on (picket board)
        """
    }
    guard let device = defaults.devices.first else {
      return """
        plug it in, or name its port: DEVICES="/dev/serial0" in \(GPSDDefaults.path), then sudo \
        systemctl restart gpsd
        """
    }
    return "sudo fuser -v \(device) shows who uses it; sudo systemctl restart gpsd"
  }

  private var driver: Diagnosis {
    let followed = devices?.first {
      settings.device == nil ? $0.driver != nil : $0.path == settings.device
    }
    guard let followed, let driver = followed.driver else {
      return Diagnosis(.driver, .unknown, "gpsd has not recognized the receiver's output")
    }
    let speed = followed.speed.map { " at \($0) baud" } ?? ""
    return Diagnosis(.driver, .ok, "\(driver)\(speed)")
  }

  private var hasFix: Bool { mode == .fix2D || mode == .fix3D }

  private var fix: Diagnosis {
    guard hasFix else {
      return Diagnosis(
        .fix, .wrong, "no fix", "place the antenna under the open sky; the first takes minutes")
    }
    guard !isSimulated else {
      return Diagnosis(
        .fix, .wrong, "a simulator makes the fixes up (status 8)",
        "switch the receiver's simulation or test mode off")
    }
    return Diagnosis(.fix, .ok, mode == .fix3D ? "3D fix" : "2D fix")
  }

  private var sky: Diagnosis {
    guard let satellites else {
      return Diagnosis(.satellites, .unknown, "the receiver does not list satellites")
    }
    var found = "\(satellites.used) used of \(satellites.seen) received"
    if let strength = satellites.strength, let wander = SignalStrength.wanderThatMatters(strength) {
      found += ", weak: \(SignalStrength.words(wander: wander))"
    }
    if hasFix || satellites.seen >= Self.needed { return Diagnosis(.satellites, .ok, found) }
    let remedy =
      satellites.seen == 0 ? "check the antenna and its plug" : "go out from under roofs and trees"
    return Diagnosis(.satellites, .wrong, found, remedy)
  }

  // A position in three dimensions and the time are four unknowns.
  private static let needed = 4

  private var time: Diagnosis {
    guard let clocks else {
      guard hasFix else { return Diagnosis(.time, .unknown, "no time without a fix yet") }
      return Diagnosis(
        .time, .wrong, "the receiver never reports the time",
        "let it send RMC or ZDA, not GGA alone: see gpsctl(1)")
    }
    if let doubt = clocks.doubt {
      return Diagnosis(
        .time, .wrong, "\(clocks.receiver.rfc3339): \(doubt.words)", doubt.remedy)
    }
    return Diagnosis(.time, .ok, clocks.receiver.rfc3339)
  }

  private var trust: Diagnosis {
    let count = rejected.values.reduce(0, +)
    guard let main = rejected.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) })
    else {
      return trusted > 0
        ? Diagnosis(.trust, .ok, "\(trusted.counted("fix", "fixes")) trusted")
        : Diagnosis(.trust, .unknown, "no fix to judge")
    }
    let words = "\(count) of \((count + trusted).counted("fix", "fixes")) rejected"
    let found = "\(words), mainly: \(main.key.said.text)"
    return trusted > 0
      ? Diagnosis(.trust, .ok, found) : Diagnosis(.trust, .wrong, found, main.key.remedy)
  }
}

extension ReceiverAccount {
  /// The verdict on the velocities, which the controller has watched for longer.
  private var velocityDiagnosis: Diagnosis {
    if let doubt = velocity.doubt {
      return Diagnosis(.velocity, .wrong, doubt.said.text, doubt.remedy.text)
    }
    return velocity.isShown
      ? Diagnosis(.velocity, .ok, "the speed and the course are those of the positions")
      : Diagnosis(.velocity, .ok, "nothing against it was seen; a motion of a minute shows more")
  }
}

extension Rejection {
  /// The remedy when each fix is rejected for this reason.
  var remedy: String {
    switch self {
    case .noTime: "let the receiver send RMC or ZDA, not GGA alone: see gpsctl(1)"
    case .otherDevice: "correct device in [gpsd], or remove it"
    case .frozenTime, .backwards, .ahead: "unplug the receiver, then sudo systemctl restart gpsd"
    case .jump: "wait under the open sky; sudo systemctl restart picket"
    case .frozenPosition: "switch its static navigation off: see gpsctl(1)"
    case .estimated: "go out from under roofs, or let the receiver send GST, its own error"
    case .noMode: "correct the program that changes gpsd's reports, or host and port in [gpsd]"
    case .noFix, .noPosition, .outOfRange, .nullIsland, .duplicate:
      "try another receiver; gpspipe -w -n 20 prints what this one reports"
    }
  }
}
