@testable import Base
@testable import Board
import Geofence
@testable import Picket

extension Target {
  /// A value that a small reader accepts is read as the same value after it is written.
  func checkTexts(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let object = (try? JSON.parse(text))?.object {
      // A line with all its names and texts is read back as the same names and texts.
      var line = JSONLine()
      for (name, value) in object { line.add(name, value.string ?? "") }
      let again = (try? JSON.parse(line.text))?.object
      expect(again?.mapValues(\.string) == object.mapValues { $0.string ?? "" }, line.text)
    }
    if let time = Timestamp(rfc3339: text) {
      let again = Timestamp(rfc3339: time.rfc3339)
      let apart = again.map { abs($0.nanoseconds - time.nanoseconds) }
      expect(apart.map { $0 <= 1_000_000 } ?? false, "\(text) became \(time.rfc3339)")
    }
    if let pattern = try? Pattern(text) {
      expect(pattern.duration <= Pattern.longest, "\(text) lasts \(pattern.duration)")
    }
  }
}
