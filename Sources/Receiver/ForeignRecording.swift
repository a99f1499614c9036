import Glibc

/// A file that people give in place of a recording, and that has no reports of a receiver.
struct ForeignRecording {
  /// The format, and what to do.
  let words: String

  /// Recognises a file by its beginning; `nil` for a recording.
  init?(_ input: Int32, _ path: String) {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = max(0, pread(input, buffer.baseAddress, buffer.count, 0))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let track = "board/walks/from-gpx in Picket's sources makes a log of a GPX"
    func made(_ noun: String, _ format: String) -> String {
      "is \(noun), not a recording; \(track): gpsbabel -i \(format) -f IN -o gpx -F OUT.gpx"
    }
    if text.contains("<gpx") {
      words = "is GPX, not a recording; \(track)"
    } else if text.contains("<TrainingCenterDatabase") {
      words = made("a TCX of Garmin", "gtrnctr")
    } else if text.contains("<kml") {
      words = made("KML", "kml")
    } else if bytes.dropFirst(8).starts(with: Array(".FIT".utf8)) {
      words = made("a FIT of Garmin", "garmin_fit")
    } else if text.contains(#""FeatureCollection""#) {
      words = "is GeoJSON, not a recording; give regions with --regions"
    } else {
      return nil
    }
  }
}
