@testable import Base
@testable import Board
import Geofence
@testable import Picket
@testable import Records
@testable import RegionFiles

extension Target {
  /// A state is read back unchanged, or its file is set aside.
  func checkState(_ bytes: [UInt8]) {
    readState(bytes)
    // A checksum cannot be guessed, so the input is also read with a corrected checksum.
    let body = Array(bytes.drop { $0 != 0x0a }.dropFirst().prefix { $0 != 0x0a })
    let sum = String(Checksum.crc32(body), radix: 16)
    readState(Array("picket-state 1 \(sum) \(body.count)\n".utf8) + body + [0x0a])
  }

  private func readState(_ bytes: [UInt8]) {
    let folder = Folder(files: ["state": bytes])
    let file = StateFile(directory: folder.path)
    guard let found = try? file.read() else { return }
    expect((found.state == nil) != found.notices.isEmpty, "neither a state nor a notice, or both")
    guard let state = found.state else { return }
    expectState(state)
    do {
      try file.write(state)
      let again = try file.read()
      expect(again.state?.encoded == state.encoded, "not read back: \(state.encoded)")
    } catch {
      fatalError("\(error)")
    }
  }

  /// The whole lines of a journal file are read, the file is mended, and the journal continues.
  func checkJournal(_ bytes: [UInt8]) {
    readJournal(bytes)
    readJournal(sealed(bytes))
  }

  private func readJournal(_ bytes: [UInt8]) {
    let content = JournalFile(bytes)
    expect(content.end.offset + content.torn == bytes.count, "bytes are not accounted for")
    let folder = Folder(files: ["journal.1.jsonl": bytes])
    guard let found = try? Journal.recover(directory: folder.path) else { return }
    expect(found.events.allSatisfy { $0.sequence < found.next }, "a number comes twice")
    expect(
      zip(found.events, found.events.dropFirst()).allSatisfy { $0.sequence < $1.sequence },
      "numbers out of order")
    for record in content.lines.compactMap(\.record) { _ = record.text }
    var state = SavedState(reminders: ["r": SavedReminder(count: 1)])
    state.apply(found)
    expectState(state)
    guard found.next < last else { return }
    do {
      var journal = Journal(directory: folder.path, size: 1 << 24, next: found.next)
      let event = Event(
        sequence: found.next, kind: .enter, region: "r", time: Timestamp(nanoseconds: 0),
        coordinate: Coordinate(latitude: 0, longitude: 0))
      try journal.add(event.json, sequence: event.sequence)
      let again = try Journal.recover(directory: folder.path)
      expect(again.notices.count <= found.notices.count, "not mended: \(again.notices)")
      expect(Array(again.events.dropLast()) == found.events, "other events than before")
      expect(again.events.last?.sequence == found.next, "the added event is missing")
      expect(again.next == found.next + 1, "the next number is \(again.next)")
    } catch {
      fatalError("\(error)")
    }
  }

  /// The lines with the correct checksums for their places.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var sealed: [UInt8] = []
    var key = ""
    for line in bytes.split(separator: 0x0a) {
      guard line.last == UInt8(ascii: "}") else { return sealed + line }
      // A wrong checksum is removed with the rest of its field.
      let text = String(decoding: line, as: UTF8.self)
      let start = text.utf8.count >= 18 ? text.utf8.index(text.endIndex, offsetBy: -18) : nil
      let object = start.flatMap { text[$0...].hasPrefix(",\"crc\":\"") ? text[..<$0] + "}" : nil }
      let made = JournalLine(
        object.map(String.init) ?? text, at: JournalLine.Place(key: key, offset: sealed.count))
      if key.isEmpty { key = made.check }
      sealed += made.bytes
    }
    return sealed
  }
}

/// More events than possible; JSON has no exact number beyond this.
private let last = (1 << 53) - 2

/// Ends the process unless a state is read back unchanged, also after one more event.
func expectState(_ state: SavedState) {
  var state = state
  for _ in 0..<2 {
    do {
      let again = try SavedState(decoding: state.encoded)
      expect(again.encoded == state.encoded, "\(state.encoded) became \(again.encoded)")
    } catch {
      fatalError("cannot be read back: \(state.encoded)")
    }
    guard state.memory.nextSequence < last else { return }
    state.memory.nextSequence += 1
  }
}

/// Ends the process unless a text is JSON.
func expectJSON(_ text: String) {
  expect((try? JSON.parse(text)) != nil, "not JSON: \(text)")
}
