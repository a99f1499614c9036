internal import Base

/// Reads the circles of OwnTracks, which are waypoints, and of Home Assistant, which are zones.
///
/// https://owntracks.org/booklet/tech/json/, https://www.home-assistant.io/integrations/zone/
enum ZoneList {
  /// Reads JSON: an export, configuration or message of OwnTracks; a storage file or states of Home
  /// Assistant.
  ///
  /// - Returns: Whether it is one of these.
  static func read(_ root: JSONSource, into candidates: inout Candidates) -> Bool {
    if let waypoints = waypoints(in: root) {
      for waypoint in waypoints { add(waypoint: waypoint, to: &candidates) }
      return true
    }
    guard let zones = zones(in: root) else { return false }
    for zone in zones { add(zone: zone, at: .file, to: &candidates) }
    return true
  }

  /// Reads the YAML of Home Assistant.
  ///
  /// - Returns: Whether there are zones in it.
  static func read(_ text: String, into candidates: inout Candidates) throws(Problem) -> Bool {
    guard let zones = ZoneText(text) else { return false }
    for (line, name) in zones.includes {
      candidates.problems.append(
        Problem(
          file: candidates.file, place: .text(line: line, column: 1),
          wrong: "its zones are in \(name.quoted), which is not read",
          remedy: "import that file, too"))
    }
    for zone in zones.list {
      let members = zone.fields.map { field in
        JSONSource.Member(
          name: field.name,
          value: JSONSource.number(field.value) ?? Bool(field.value).map { .boolean($0) }
            ?? .string(field.value))
      }
      add(zone: .object(members), at: .text(line: zone.line, column: 1), to: &candidates)
    }
    return true
  }

  // MARK: OwnTracks

  private static func waypoints(in root: JSONSource) -> [JSONSource]? {
    switch root["_type"]?.text {
    case "waypoint"?: return [root]
    case "waypoints"?, "configuration"?, "cmd"?:
      // A command has the object of an export in it.
      let list = root["waypoints"]
      return list?.elements ?? list?["waypoints"]?.elements ?? []
    default:
      guard let elements = root.elements, !elements.isEmpty,
        elements.allSatisfy({ $0["_type"]?.text == "waypoint" })
      else { return nil }
      return elements
    }
  }

  private static func add(waypoint: JSONSource, to candidates: inout Candidates) {
    var radius = waypoint["rad"]
    // 0 is a waypoint that OwnTracks does not watch.
    if let metres = radius?.json?.number, metres <= 0 { radius = nil }
    let kept = ["tst", "rid", "uuid", "major", "minor"]
    add(
      waypoint, name: waypoint["desc"], ("lat", "lon"), radius: radius, keeping: kept,
      Candidate(file: candidates.file, place: .file, noun: "waypoint"), to: &candidates)
  }

  // MARK: Home Assistant

  private static func zones(in root: JSONSource) -> [JSONSource]? {
    if root["key"]?.text == "core.zone" { return root["data"]?["items"]?.elements }
    let list = root.elements ?? root["result"]?.elements ?? [root]
    guard !list.isEmpty else { return nil }
    if list.allSatisfy({ $0["entity_id"] != nil && $0["attributes"] != nil }) {
      // The states of all devices, of which some are zones.
      return list.filter { $0["entity_id"]?.text?.hasPrefix("zone.") == true }
        .map { state in
          var zone = state["attributes"] ?? .object([])
          zone["entity_id"] = state["entity_id"]
          return zone
        }
    }
    // Lists of other programs have shorter names.
    let places = list.map { zone in
      var zone = zone
      zone["latitude"] = zone["latitude"] ?? zone["lat"]
      zone["longitude"] = zone["longitude"] ?? zone["lng"] ?? zone["lon"]
      return zone
    }
    return places.allSatisfy { zone in
      ["latitude", "longitude", "radius"].allSatisfy { zone[$0] != nil } && zone["type"] == nil
    } ? places : nil
  }

  /// The radius in metres of zones that give none.
  private static let usualRadius = 100.0

  private static func add(
    zone: JSONSource, at place: Problem.Place, to candidates: inout Candidates
  ) {
    add(
      zone, name: zone["name"] ?? zone["friendly_name"] ?? zone["title"], ("latitude", "longitude"),
      radius: zone["radius"] ?? .number(usualRadius), keeping: ["icon", "passive", "entity_id"],
      Candidate(file: candidates.file, place: place, noun: "zone"), to: &candidates)
  }

  // MARK: Circles

  private static func add(
    _ source: JSONSource, name: JSONSource?, _ fields: (latitude: String, longitude: String),
    radius: JSONSource?, keeping kept: [String], _ new: Candidate, to candidates: inout Candidates
  ) {
    var candidate = new
    candidate.name = name?.text ?? name?.line
    candidate.add("radius", radius)
    for name in kept { candidate.add(name, source[name]) }
    do throws(Problem) {
      var position: [JSONSource] = []
      for (field, most) in [(fields.longitude, Candidate.farthest), (fields.latitude, 90)] {
        let value = source[field]
        guard let number = value?.text.map({ JSONSource.number($0) }) ?? value,
          let degrees = number.json?.number
        else {
          throw candidate.problem(
            value.map { "\(field) is \($0.text?.quoted ?? $0.line.cut(toBytes: 40))" }
              ?? "it has no \(field)", remedy: "write the number in degrees")
        }
        guard abs(degrees) <= most else {
          throw candidate.problem(
            "\(field) \(degrees.plain) is out of range",
            remedy: "give degrees from -\(most == 90 ? 90 : 180) to \(most == 90 ? 90 : 180)")
        }
        position.append(number)
      }
      candidate.tidy()
      candidate.geometries = [.points([.array(position)])]
      candidates.list.append(candidate)
    } catch {
      candidates.problems.append(error)
    }
  }
}
