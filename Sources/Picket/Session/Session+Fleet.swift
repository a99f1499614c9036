internal import Geofence
internal import Notation
internal import Records
internal import RegionFiles

/// The regions of a fleet.
extension Session {
  /// `fleet`: the watched update of the fleet's regions; with a path under `file`, that file takes
  /// its place.
  mutating func fleet(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    guard let file = try request.text("file") else { return fleetInForce() }
    let source = try request.requiredText("source")
    let sha256 = try request.requiredText("sha256")
    let numbers = FleetVersion.numbers
    let number = try request.number(
      "version", in: Double(numbers.lowerBound)...Double(numbers.upperBound))
    guard let number, number == number.rounded(),
      let version = FleetVersion(source: source, number: Int(number), sha256: sha256)
    else {
      throw Refusal(
        "fleet needs a whole number from 1 on under version, a hash of 64 small hexadecimal digits "
          + "under sha256, and a name under source")
    }
    guard let path = files.fleetFile else {
      throw Refusal("this picket watches the file of --regions alone; start it without that option")
    }
    if let reason = version.refusal(after: files.fleet?.version) {
      throw Refusal(reason, .outdated)
    }
    // A client that lost its connection before the answer sends the request again.
    guard version != files.fleet?.version else { return fleetInForce() }
    try limits.spend("fleet", at: now)
    return .files(.fleet(FleetUpdate(file: file, version: version), path: path))
  }

  /// The answer with the version and the number of the fleet's regions that are watched.
  private func fleetInForce() -> Response {
    let (fleet, watched) = (files.fleet, monitor.watching.count)
    return .fields {
      var answer = FleetAnswer()
      (answer.version, answer.regions, answer.watched) = (fleet?.version, fleet?.count, watched)
      return answer.json
    }
  }
}
