import Geofence
@testable import PicketPage
import Testing

/// Which connection leaves when a page has too many.
struct WebVisitsTests {
  private static func connection(_ number: Int) throws -> WebDaemon.Connection {
    try #require(OpaquePointer(bitPattern: number + 1))
  }

  /// A connection of a separate address for each number; its descriptor is the number.
  private static func begin(
    _ visits: inout WebVisits, _ number: Int, from address: Int? = nil,
    suspended: Set<WebDaemon.Connection> = []
  ) throws -> Int32? {
    visits.begin(
      try connection(number), descriptor: Int32(number),
      from: IPAddress("fd00::\(String(address ?? number, radix: 16))"),
      at: Instant(.seconds(number)), suspended: suspended)
  }

  private static func full() throws -> WebVisits {
    var visits = WebVisits()
    for number in 0..<WebVisits.most {
      let leaving = try begin(&visits, number)
      #expect(leaving == nil)
    }
    return visits
  }

  @Test func oldestWithoutARequestLeavesFirst() throws {
    var visits = try Self.full()
    visits.request(try Self.connection(0), at: Instant(.seconds(1)))
    let first = try Self.begin(&visits, 100)
    let second = try Self.begin(&visits, 101)
    #expect([first, second] == [1, 2])
  }

  @Test func idleLeavesBeforeThoseBeingAnswered() throws {
    var visits = try Self.full()
    for number in 0..<WebVisits.most {
      let connection = try Self.connection(number)
      visits.request(connection, at: Instant(.seconds(100)))
      if number != 7 { visits.enter(.answering, connection, at: Instant(.seconds(100 + number))) }
    }
    let idle = try Self.begin(&visits, 200)
    let slow = try Self.begin(&visits, 201)
    // The newest has sent nothing yet, too.
    #expect([idle, slow] == [7, 200])
  }

  @Test func streamsAndOwnWorkStay() throws {
    var visits = try Self.full()
    var suspended: Set<WebDaemon.Connection> = []
    for number in 0..<WebVisits.most {
      let connection = try Self.connection(number)
      visits.request(connection, at: Instant(.seconds(100)))
      if number % 2 == 0 {
        visits.enter(.streaming, connection, at: Instant(.seconds(100)))
      } else {
        suspended.insert(connection)
      }
    }
    let leaving = try Self.begin(&visits, 200, suspended: suspended)
    #expect(leaving == 200)
  }

  @Test func oneAddressDoesNotDriveOthersOut() throws {
    var visits = WebVisits()
    let quiet = try Self.begin(&visits, 0)
    #expect(quiet == nil)
    var leaving: [Int32?] = []
    for number in 1...(WebVisits.mostOfAddress + 2) {
      leaving.append(try Self.begin(&visits, number, from: 9999))
    }
    #expect(leaving.compactMap { $0 } == [1, 2])
  }
}
