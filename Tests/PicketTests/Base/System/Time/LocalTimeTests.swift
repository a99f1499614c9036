import Base
import Geofence
import Glibc
import Testing

struct LocalTimeTests {
  @Test(
    arguments: ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z", "1969-07-20T20:17:00Z"])
  func offsetMatchesTheLibrary(_ text: String) throws {
    let time = try #require(Timestamp(rfc3339: text))
    var seconds = time_t(time.nanoseconds / 1_000_000_000)
    let local = try #require(localtime(&seconds)).pointee
    let utc = try #require(gmtime(&seconds)).pointee
    let difference = Int(local.tm_hour - utc.tm_hour) * 3600 + Int(local.tm_min - utc.tm_min) * 60
    #expect((LocalTime.offset(at: time) - difference) % 86_400 == 0)
  }
}
