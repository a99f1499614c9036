import Foundation
import Geofence
import Receiver
import Records
import Testing

/// The sentences of the board that a carrier reads in other words.
struct BoardSentencesTests {
  private static func isKnown(_ text: String) -> Bool {
    if SentenceForm.all.contains(where: { $0.values(in: text) != nil }) { return true }
    for separator in ["; ", ", and "] {
      let parts = text.components(separatedBy: separator)
      if parts.count > 1 { return parts.allSatisfy(isKnown) }
    }
    return false
  }

  /// Times of day in place of those for programs, as the script has them.
  private static func plain(_ line: String) -> String {
    line.replacing(#/\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)(?:\.\d+)?Z/#) { String($0.output.1) }
      .replacing(" UTC", with: "")
  }

  @Test func reasonsAreKnown() {
    var courses: [Course] = []
    for (error, speed) in [(0.0, 5.0), (-14, 2), (0, 1.4), (9, 1)] {
      var course = Course()
      course.ride(from: -150, to: -60, speed: speed)
      courses.append(course)
      for _ in 0..<3 {
        course.ride(from: -60, to: -46, speed: speed, error: error)
        course.ride(from: -46, to: -60, speed: speed, error: error)
      }
      courses.append(course)
      course.ride(from: -60, to: 0, speed: speed, error: error)
      courses.append(course)
      course.ride(from: 0, to: -120, speed: speed)
      courses.append(course)
    }
    let lines = courses.flatMap { $0.why() }.map(Self.plain)
    #expect(lines.count > 40)
    for line in Set(lines) where !line.hasPrefix("accuracy") {
      #expect(Self.isKnown(line), "\(line)")
    }
  }

  @Test func receptionsAreKnown() {
    for reception: Reception in [
      .connecting, .unreachable("connect to 127.0.0.1:2947: refused"), .connected, .noDevice,
      .deviceGone("/dev/ttyS0"), .silent, .noFix, .fix2D, .fix3D,
      .otherDevice("/dev/ttyS0", configured: "/dev/serial0"), .stranger(.nmea), .stranger(.web),
    ] {
      #expect(Self.isKnown(reception.description), "\(reception)")
    }
  }
}
