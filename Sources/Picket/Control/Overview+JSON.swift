internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import Records

extension Overview {
  /// The fields of the answer to `status`.
  var json: JSONLine {
    var line = JSONLine()
    line.add("monitors", reason == nil)
    line.add("reason", reason)
    line.add("sight", sight.rawValue)
    line.add("since", since?.rfc3339)
    line.add("seconds", sinceThen?.inSeconds, decimals: 1)
    line.add("gpsd", gpsd)
    addFix(to: &line)
    line.add("watched", watched)
    line.add("inside", inside, .names)
    if !unsure.isEmpty { line.add("unsure", unsure, .names) }
    line.add("speeding", speeding)
    if lacksSpeed { line.add("speed_missing", true) }
    if !anchors.isEmpty { line.add("anchors", anchors) }
    if !alarms.isEmpty { line.add("alarms", alarms) }
    line.add("near", near, more: standings.more, .regions)
    line.add(
      "dwell",
      stays.map { stay in
        var line = JSONLine()
        line.add("region", stay.region)
        line.add("left", stay.left.inSeconds, decimals: 1)
        return line
      }, .regions)
    if !reminders.isEmpty { addReminders(to: &line) }
    addOutputs(to: &line)
    line.add("storage", storage)
    line.add("uptime", uptime.inSeconds, decimals: 1)
    line.add("versions", versions)
    return line
  }

  private var gpsd: JSONLine {
    var line = JSONLine()
    line.add("host", configuration.gpsd.host)
    line.add("port", configuration.gpsd.port)
    line.add("release", latest.gpsd)
    line.add("reception", receiving)
    return line
  }

  private func addFix(to line: inout JSONLine) {
    line.add("device", latest.report?.device)
    if isReporting { line.add("mode", latest.report?.mode.rawValue) }
    line.add("interval", interval?.inSeconds, decimals: 1)
    line.add("report_age", reportAge?.inSeconds, decimals: 1)
    if hasSky, let sky = latest.sky,
      let satellites = Satellites(sky, device: configuration.gpsd.device)
    {
      var counts = JSONLine()
      counts.add("used", satellites.used)
      counts.add("seen", satellites.seen)
      line.add("satellites", counts)
    }
    line.add("time", time?.rfc3339)
    line.add("age", age?.inSeconds, decimals: 1)
    line.add("lat", estimate?.coordinate.latitude, decimals: 7)
    line.add("lon", estimate?.coordinate.longitude, decimals: 7)
    line.add("sd", estimate?.sigma, decimals: 1)
    line.add("accuracy_from", fix?.accuracySource?.rawValue)
    if let accuracyDoubt { line.add("accuracy_doubt", accuracyDoubt.json) }
    line.add("eph", fix?.eph, decimals: 2)
    line.add("speed", fix?.speed, decimals: 2)
    line.add("track", fix?.track, decimals: 1)
  }

  /// The nearest regions, and all with a pending crossing.
  private var near: [JSONLine] {
    let standing = Dictionary(standings.shown.map { ($0.region, $0) }) { first, _ in first }
    let nearest = neighbours.map { neighbour in
      var line = JSONLine()
      if let standing = standing[neighbour.region] {
        line.add(standing.json)
      } else {
        line.add("region", neighbour.region)
        line.add("state", neighbour.state.rawValue)
        line.add("depth", neighbour.depth, decimals: 1)
      }
      line.add(hours: hours[neighbour.region])
      return line
    }
    let named = Set(neighbours.map(\.region))
    return nearest
      + standings.shown.filter { $0.pending != nil && !named.contains($0.region) }.map(\.json)
  }

  private func addReminders(to line: inout JSONLine) {
    line.add(
      "reminders",
      reminders.map { running, left in
        var line = JSONLine()
        line.add("region", running.region)
        line.add("count", running.count)
        line.add("of", running.most)
        line.add("left", left?.inSeconds, decimals: 1)
        return line
      }, .regions)
  }

  private func addOutputs(to line: inout JSONLine) {
    line.add(
      "outputs",
      outputs.outputs.map { output in
        var line = JSONLine()
        line.add("output", output.name)
        line.add("kind", output.kind.rawValue)
        line.add("active", output.isActive)
        if output.isFaulty { line.add("faulty", true) }
        line.add("reason", reasons[output.name])
        return line
      })
    line.add("muted", outputs.isMuted)
    line.add("mute_left", outputs.muteLeft?.inSeconds, decimals: 0)
    line.add("quiet", outputs.isQuiet)
  }

  private var storage: JSONLine {
    var line = JSONLine()
    line.add("directory", configuration.state.directory)
    line.add("faults", storageFaults)
    line.add("journal_age", journalAge?.inSeconds, decimals: 0)
    line.add("state_age", stateAge?.inSeconds, decimals: 0)
    return line
  }

  private var versions: JSONLine {
    var line = JSONLine()
    line.add("picket", Version.picket)
    line.add("libgps", ReportDecoder.version)
    line.add("libgpiod", GPIOChip.version)
    return line
  }
}
