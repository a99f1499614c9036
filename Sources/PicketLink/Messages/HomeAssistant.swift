import Base
import Geofence

/// The discovery messages of Home Assistant, for which a board is a device with entities.
struct HomeAssistant: Hashable, Sendable {
  private let topics: Topics
  private let version: String
  private let hasPosition: Bool

  /// Creates the device of a board.
  ///
  /// - Parameter hasPosition: Whether positions are published.
  init(_ topics: Topics, version: String, hasPosition: Bool) {
    self.topics = topics
    self.version = version
    self.hasPosition = hasPosition
  }

  /// The identifier of the device, in the characters that Home Assistant allows.
  ///
  /// It includes the prefix, since two fleets may have boards of the same name.
  private var node: String { "picket_" + Self.identifier("\(topics.prefix)/\(topics.board)") }

  /// The filter of the topics with earlier retained messages about regions.
  var kept: String { "\(Self.root)/binary_sensor/\(node)/+/config" }

  /// The object that the topic of such a message names; `nil` for another topic.
  func keptObject(in topic: String) -> String? {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 5, levels[1] == "binary_sensor", levels[2] == node,
      levels[3].hasPrefix("region_")
    else { return nil }
    return String(levels[3])
  }

  /// Messages that announce the device with these regions.
  func announcement(of regions: [String]) -> [Message] {
    [tracker, problem, alarm, speeding, event] + regions.map { occupancy($0, Self.object($0)) }
  }

  /// The message that removes the object of a region.
  func removal(of object: String) -> Message {
    Message("\(Self.root)/binary_sensor/\(node)/\(object)/config", "", isRetained: true)
  }

  /// The object of a region.
  static func object(_ region: String) -> String { "region_\(identifier(region))" }

  private var tracker: Message {
    guard hasPosition else {
      return Message("\(Self.root)/device_tracker/\(node)/config", "", isRetained: true)
    }
    var line = JSONLine()
    line.add("name", .null)
    line.add("json_attr_t", topics.position)
    line.add("src_type", "gps")
    return config("device_tracker", "tracker", line, path: node)
  }

  private var problem: Message {
    var line = sensor("Problem", "problem", kind: "problem")
    line.add("json_attr_t", topics.status)
    line.add("ent_cat", "diagnostic")
    return config("binary_sensor", "problem", line)
  }

  private var alarm: Message {
    config("binary_sensor", "alarm", sensor("Alarm", "alarms", kind: "safety"))
  }

  private var speeding: Message {
    config("binary_sensor", "speeding", sensor("Speeding", "speeding", kind: "safety"))
  }

  /// A sensor that is on while a field of the board's state is there, true and not empty.
  private func sensor(_ name: String, _ field: String, kind: String) -> JSONLine {
    var line = JSONLine()
    line.add("name", name)
    line.add("stat_t", topics.status)
    line.add("val_tpl", "{{ 'ON' if value_json.\(field) else 'OFF' }}")
    line.add("dev_cla", kind)
    return line
  }

  private var event: Message {
    var line = JSONLine()
    line.add("name", "Event")
    line.add("stat_t", topics.event)
    line.add("evt_typ", Event.Kind.allCases.map(\.rawValue))
    // Home Assistant reads the type as `event_type`; its own time of an event is that of arrival.
    line.add(
      "val_tpl",
      "{{ {'event_type': value_json.event, 'region': value_json.region, 'seq': value_json.seq, "
        + "'time': value_json.time, 'note': value_json.note | default('')} | to_json }}")
    return config("event", "event", line)
  }

  private func occupancy(_ region: String, _ object: String) -> Message {
    var line = JSONLine()
    line.add("name", region)
    line.add("stat_t", topics.region(region))
    line.add(
      "val_tpl",
      "{{ {'inside': 'ON', 'outside': 'OFF'}.get(value_json.state, 'None') }}")
    line.add("json_attr_t", topics.region(region))
    line.add("dev_cla", "occupancy")
    return config("binary_sensor", object, line)
  }

  private func config(
    _ component: String, _ object: String, _ fields: JSONLine, path: String? = nil
  ) -> Message {
    var line = fields
    line.add("uniq_id", "\(node)_\(object)")
    line.add("avty_t", topics.online)
    var device = JSONLine()
    device.add("ids", [node])
    device.add("name", topics.board)
    device.add("mf", "Picket")
    device.add("mdl", "geofence controller")
    device.add("sw", version)
    line.add("dev", device)
    var origin = JSONLine()
    origin.add("name", "picket-link")
    origin.add("sw", version)
    line.add("o", origin)
    let place = path ?? "\(node)/\(object)"
    return Message("\(Self.root)/\(component)/\(place)/config", line.text, isRetained: true)
  }

  /// A text in the characters that Home Assistant allows; different texts stay different.
  static func identifier(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || scalar == "-"
      if isPlain {
        plain.unicodeScalars.append(scalar)
      } else {
        plain += "_\(String(scalar.value, radix: 16))_"
      }
    }
    return plain
  }

  private static let root = "homeassistant"
}
