internal import Base
internal import Records

extension Route.Order {
  /// The fields of the order that the controller may receive.
  private var fields: [String] {
    switch self {
    case .mute: ["seconds"]
    case .unmute: []
    case .mark: ["text", "ago"]
    case .acknowledge, .lift: ["region"]
    case .anchor: ["region", "radius"]
    case .drop: ["region", "radius", "rode", "bearing"]
    case .walk: ["start", "stop", "remove"]
    case .play: ["pattern", "output", "signal", "states"]
    case .edit: ["base", "put", "remove", "rename", "force"]
    case .survey: ["positions", "corridor"]
    }
  }

  /// The controller's request for a body, which is an object or empty.
  ///
  /// It is composed of known fields only; the controller checks their values.
  func request(_ body: [UInt8]) throws(Denial) -> JSONLine {
    var line = JSONLine.request(rawValue)
    guard !body.isEmpty else { return line }
    let members = try Self.members(of: body)
    for key in members.keys.sorted() {
      guard fields.contains(key), let value = members[key] else {
        let known = fields.isEmpty ? "no fields" : fields.listed()
        throw Denial(400, "\(rawValue) has no field \(key.quoted.onOneLine); it has \(known)")
      }
      // It would be sent on as null, which is a missing value: a mute without an end.
      guard value.isFinite else { throw Denial(400, "\(key) has a number that is too great") }
      line.add(key, value)
    }
    return line
  }

  private static func members(of body: [UInt8]) throws(Denial) -> [String: JSON] {
    let document: JSON
    do throws(JSON.Mistake) {
      document = try JSON.parse(String(decoding: body, as: UTF8.self))
    } catch {
      throw Denial(400, "the body is not JSON: \(error.reason)")
    }
    guard let members = document.object else {
      throw Denial(400, "the body is \(document.noun); send an object")
    }
    return members
  }
}

extension Route.Question {
  /// The controller's request for the arguments of a path.
  func request(_ arguments: [String: String]) throws(Denial) -> JSONLine {
    // The answer about the regions also names the file of the fleet, and the signals.
    let isOfRegions = [.fleet, .settings].contains(self)
    var line = JSONLine.request(isOfRegions ? Self.regions.rawValue : rawValue)
    if self == .why {
      line.add("region", arguments["region"] ?? "")
      if let text = arguments["last"] {
        guard let last = Int(text) else {
          throw Denial(400, "last is \(text.quoted.onOneLine); give whole seconds")
        }
        line.add("last", last)
      }
      line.add("local", true)
    }
    return line
  }
}
