internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import Records

extension Overview {
  /// The answer to `status`.
  var answer: StatusAnswer {
    var answer = StatusAnswer()
    answer.monitors = reason == nil
    answer.reason = reason
    answer.sight = sight.rawValue
    answer.since = since?.rfc3339
    answer.seconds = sinceThen?.inSeconds
    answer.gpsd = gpsd
    addFix(to: &answer)
    answer.watched = watched
    answer.inside.shown = inside
    answer.unsure.shown = unsure
    answer.speeding = speeding
    answer.lacksSpeed = lacksSpeed
    answer.anchors = anchors
    answer.alarms = alarms
    answer.near.shown = near
    answer.near.more = standings.more
    answer.stays.shown = stays.map { region, left in
      var stay = StatusAnswer.Stay()
      (stay.region, stay.left) = (region, left.inSeconds)
      return stay
    }
    if !reminders.isEmpty { answer.reminders = Listed(reminderAnswers, within: .regions) }
    addOutputs(to: &answer)
    answer.storage = storage
    answer.uptime = uptime.inSeconds
    answer.versions = Self.versions
    return answer
  }

  private var gpsd: StatusAnswer.Daemon {
    var gpsd = StatusAnswer.Daemon()
    gpsd.host = configuration.gpsd.host
    gpsd.port = configuration.gpsd.port
    gpsd.release = latest.gpsd
    gpsd.reception = receiving
    return gpsd
  }

  private func addFix(to answer: inout StatusAnswer) {
    answer.device = latest.report?.device
    if isReporting { answer.mode = latest.report?.mode.rawValue }
    answer.interval = interval?.inSeconds
    answer.reportAge = reportAge?.inSeconds
    answer.lack = lack?.rawValue
    if hasSky, let satellites = latest.satellites {
      var counts = StatusAnswer.SatelliteCounts()
      (counts.used, counts.seen) = (satellites.used, satellites.seen)
      answer.satellites = counts
    }
    answer.time = time?.rfc3339
    answer.age = age?.inSeconds
    answer.latitude = estimate?.coordinate.latitude
    answer.longitude = estimate?.coordinate.longitude
    answer.deviation = estimate?.sigma
    answer.apart = apart
    answer.accuracySource = fix?.accuracySource?.rawValue
    answer.accuracyDoubt = accuracyDoubt?.answer
    answer.wander = wander
    answer.velocityDoubt = velocityDoubt?.account
    (answer.eph, answer.speed, answer.track) = (fix?.eph, fix?.speed, fix?.track)
  }

  /// The nearest regions, and all with a pending crossing.
  private var near: [RegionAnswer] {
    let standing = Dictionary(standings.shown.map { ($0.region, $0) }) { first, _ in first }
    let nearest = neighbours.map { one in
      let answer =
        standing[one.region]?.answer ?? RegionAnswer(one.region, one.state, depth: one.depth)
      return answer.within(hours[one.region])
    }
    let named = Set(neighbours.map(\.region))
    return nearest
      + standings.shown.filter { $0.pending != nil && !named.contains($0.region) }.map(\.answer)
  }

  private var reminderAnswers: [StatusAnswer.Reminder] {
    reminders.map { running, left in
      var reminder = StatusAnswer.Reminder()
      reminder.region = running.region
      (reminder.count, reminder.most) = (running.count, running.most)
      reminder.left = left?.inSeconds
      return reminder
    }
  }

  private func addOutputs(to answer: inout StatusAnswer) {
    answer.outputs = outputs.outputs.map { output in
      var one = OutputAnswer()
      (one.output, one.kind) = (output.name, output.kind.rawValue)
      (one.isActive, one.isFaulty) = (output.isActive, output.isFaulty)
      one.reason = reasons[output.name]
      return one
    }
    answer.isMuted = outputs.isMuted
    answer.muteLeft = outputs.muteLeft?.inSeconds
    answer.isQuiet = outputs.isQuiet
  }

  private var storage: StatusAnswer.Storage {
    var storage = StatusAnswer.Storage()
    storage.directory = configuration.state.directory
    storage.faults = storageFaults
    (storage.journalAge, storage.stateAge) = (journalAge?.inSeconds, stateAge?.inSeconds)
    return storage
  }

  private static var versions: StatusAnswer.Versions {
    var versions = StatusAnswer.Versions()
    versions.picket = Version.picket
    (versions.libgps, versions.libgpiod) = (ReportDecoder.version, GPIOChip.version)
    return versions
  }
}
