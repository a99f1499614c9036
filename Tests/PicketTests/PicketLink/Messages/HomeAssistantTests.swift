import Base
@testable import PicketLink
import Testing

struct HomeAssistantTests {
  private let topics = Topics(prefix: "picket", board: "orchard-3")
  private var device: HomeAssistant {
    HomeAssistant(topics, version: "1", hasPosition: true)
  }

  private func fields(_ message: Message?) throws -> [String: JSON] {
    let text = String(decoding: try #require(message).payload, as: UTF8.self)
    return try #require(try JSON.parse(text).object)
  }

  @Test func identifiersHaveOnlyAllowedCharacters() {
    #expect(HomeAssistant.identifier("Orchard-3") == "Orchard-3")
    #expect(HomeAssistant.identifier("a b/é") == "a_20_b_2f__e9_")
    // Different texts stay different.
    #expect(HomeAssistant.identifier("a_2f_") != HomeAssistant.identifier("a/"))
  }

  @Test func announcementsAreRetainedWithTheirDevice() throws {
    for message in device.announcement(of: ["gate"]) {
      #expect(message.isRetained)
      let fields = try fields(message)
      #expect(fields["avty_t"]?.string == "picket/orchard-3/online")
      #expect(fields["dev"]?.object?["name"]?.string == "orchard-3")
      #expect(fields["o"]?.object?["name"]?.string == "picket-link")
      #expect(fields["uniq_id"]?.string?.isEmpty == false)
    }
  }

  @Test func regionIsAnOccupancySensor() throws {
    let message = device.announcement(of: ["north gate"]).last
    #expect(
      message?.topic
        == "homeassistant/binary_sensor/picket_picket_2f_orchard-3/region_north_20_gate/config")
    let fields = try fields(message)
    #expect(fields["dev_cla"]?.string == "occupancy")
    #expect(fields["stat_t"]?.string == "picket/orchard-3/region/north%20gate")
  }

  @Test func alarmAndSpeedingAreSensors() throws {
    let messages = device.announcement(of: [])
    for (name, field) in [("alarm", "alarms"), ("speeding", "speeding"), ("problem", "problem")] {
      let message = messages.first { $0.topic.hasSuffix("/\(name)/config") }
      #expect(message?.topic.hasPrefix("homeassistant/binary_sensor/") == true)
      let fields = try fields(message)
      #expect(fields["stat_t"]?.string == "picket/orchard-3/status")
      #expect(fields["val_tpl"]?.string == "{{ 'ON' if value_json.\(field) else 'OFF' }}")
    }
  }

  @Test func unwatchedRegionIsRemoved() {
    let topic =
      "homeassistant/binary_sensor/picket_picket_2f_orchard-3/region_old/config"
    #expect(device.keptObject(in: topic) == "region_old")
    #expect(device.removal(of: "region_old") == Message(topic, "", isRetained: true))
  }

  @Test func foreignObjectsAreIgnored() {
    #expect(
      device.keptObject(in: "homeassistant/binary_sensor/other/region_old/config") == nil)
    #expect(
      device.keptObject(
        in: "homeassistant/binary_sensor/picket_picket_2f_orchard-3/problem/config") == nil)
  }

  @Test func trackerNeedsPositions() {
    let without = HomeAssistant(topics, version: "1", hasPosition: false)
    let tracker = without.announcement(of: []).first
    #expect(tracker?.topic.hasPrefix("homeassistant/device_tracker/") == true)
    #expect(tracker?.payload.isEmpty == true)
  }
}
