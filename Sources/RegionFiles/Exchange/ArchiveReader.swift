internal import Base

/// Reads the documents in an archive, in the order in which people see them.
///
/// A KMZ is shown by its main document and the files that it links. Programs also pack several
/// documents without links, and GPX or GeoJSON.
struct ArchiveReader {
  /// What was read, document by document.
  private(set) var documents: [Candidates] = []

  private let archive: Archive
  private let file: String
  private let depth: Int
  /// The number of bytes that may still be unpacked.
  private var room: Int
  private var seen: Set<Archive.Entry> = []
  /// The files by their paths, and by these in small letters: Windows does not distinguish them.
  private let named: [String: Archive.Entry]
  private var hasLinks = false

  /// Reads the documents in an archive.
  ///
  /// - Parameters:
  ///   - depth: The number of archives around it.
  ///   - room: The number of bytes that may be unpacked; those that were not are left.
  static func documents(
    in bytes: [UInt8], file: String, depth: Int = 0, room: inout Int
  ) throws(Problem) -> [Candidates] {
    var reader = ArchiveReader(try Archive(bytes, file: file), file, depth, room)
    // A damaged archive costs room, too.
    defer { room = reader.room }
    try reader.read()
    return reader.documents
  }

  private init(_ archive: Archive, _ file: String, _ depth: Int, _ room: Int) {
    self.archive = archive
    self.file = file
    self.depth = depth
    self.room = room
    let names = archive.entries.map { ($0.name, $0) }
    named = Dictionary(
      names + names.map { ($0.lowercased(), $1) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func read() throws(Problem) {
    let entries = archive.entries.filter { !Self.isHidden($0.name) }
    func files(_ endings: Set<String>) -> [Archive.Entry] {
      entries.filter { endings.contains(Self.ending(of: $0.name)) }
    }
    if entries.contains(where: { ["xl/workbook.xml", "content.xml"].contains($0.name) }) {
      throw Problem(
        file: file, wrong: "this is a document of an office program, which is not read",
        remedy: "save its table as CSV, with latitude and longitude as titles, and import that")
    }
    let maps = files(["kml"])
    if let main = Self.main(of: maps) { try extract(main) }
    let isWhole = hasLinks
    for map in maps where !seen.contains(map) {
      guard isWhole else {
        try extract(map)
        continue
      }
      leave(map, "no document links it, so it was left out; unpack it to import it")
    }
    for entry in files(["gpx", "geojson", "geojsonl", "geojsons", "umap", "kmz", "zip"])
    where !seen.contains(entry) {
      try extract(entry)
    }
    let hasMaps = !documents.isEmpty
    for entry in files(["json", "yaml", "yml", "otrw", "otrc", "xml"]) {
      let count = documents.count
      try extract(entry)
      // Beside maps such a file may have anything.
      if hasMaps, documents.count > count, documents[count].list.isEmpty {
        documents.removeLast()
      }
    }
    guard !documents.isEmpty else { throw nothing(in: entries) }
    for entry in entries where !seen.contains(entry) {
      guard let format = ForeignFormat(ending: Self.ending(of: entry.name)) else { continue }
      leave(entry, "this is \(format.noun), which is not read, so it was left out")
    }
  }

  /// Notes that a file was not read.
  private mutating func leave(_ entry: Archive.Entry, _ words: String) {
    documents.append(Candidates(file: archive.path(of: entry), repairs: [words]))
  }

  /// The document that programs show first.
  private static func main(of maps: [Archive.Entry]) -> Archive.Entry? {
    func depth(_ entry: Archive.Entry) -> Int { entry.name.count { $0 == "/" } }
    let named = maps.filter { lastPart(of: $0.name).lowercased() == "doc.kml" }
    return named.min { depth($0) < depth($1) } ?? maps.first
  }

  /// Reads a file, then the files that it links, each once.
  private mutating func extract(_ entry: Archive.Entry) throws(Problem) {
    var waiting = [entry]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      waiting += try linked(from: next).reversed()
    }
  }

  /// Reads a file, and returns those that it links.
  private mutating func linked(from entry: Archive.Entry) throws(Problem) -> [Archive.Entry] {
    let path = archive.path(of: entry)
    // Before a message about one file: all further files would be too long, too.
    guard entry.work <= room else { throw archive.tooLong(file) }
    // A file that turns out to be damaged has cost the same, and others may share its bytes.
    room -= entry.work
    do throws(Problem) {
      let contents = try archive.contents(of: entry)
      let bytes = try unpacked(contents, file: path)
      if Archive.isArchive(bytes) {
        guard depth < Self.deepest else {
          throw Problem(
            file: path, wrong: "archives are packed in each other more than \(depth + 1) deep",
            remedy: "unpack it, and import the files")
        }
        let inner = try ArchiveReader.documents(
          in: bytes, file: path, depth: depth + 1, room: &room)
        documents += inner
        return []
      }
      var document = try Candidates.read(bytes, file: path, isPacked: true)
      var targets: [Archive.Entry] = []
      for link in document.links {
        if let target = target(of: link, in: entry) {
          targets.append(target)
        } else {
          document.problems.append(link.problem(inArchive: true))
        }
      }
      document.links = []
      documents.append(document)
      hasLinks = hasLinks || !targets.isEmpty
      return targets
    } catch {
      // A bad file costs only that file.
      documents.append(Candidates(file: path, problems: [error]))
      return []
    }
  }

  /// A file of the archive without gzip.
  private mutating func unpacked(_ contents: [UInt8], file: String) throws(Problem) -> [UInt8] {
    guard Unpacking.isPacked(contents) else { return contents }
    let limit = room
    // If it fails, nobody knows after how many bytes: deflate makes at most this many.
    room -= min(room, contents.count * 1032)
    let bytes = try Candidates.unpacked(contents, file: file, limit: limit)
    room = limit - bytes.count
    return bytes
  }

  /// The file in the archive that a link of a document names.
  private func target(of link: Link, in entry: Archive.Entry) -> Archive.Entry? {
    guard let path = link.path else { return nil }
    let folder = entry.name.split(separator: "/").dropLast().joined(separator: "/")
    // Some programs write paths from the root of the archive.
    for name in [Archive.plain("\(folder)/\(path)"), Archive.plain(path)] {
      if let found = named[name] ?? named[name.lowercased()] { return found }
    }
    return nil
  }

  private func nothing(in entries: [Archive.Entry]) -> Problem {
    for entry in entries {
      if let format = ForeignFormat(ending: Self.ending(of: entry.name)) {
        return format.problem(with: entry.name, in: file)
      }
    }
    let names = entries.prefix(3).map { $0.name.quoted }
    let more = entries.count > 3 ? " and \(entries.count - 3) more" : ""
    let list = names.isEmpty ? "it is empty" : "it has \(names.joined(separator: ", "))\(more)"
    return Problem(
      file: file, wrong: "there is no KML, GPX or GeoJSON in this zip archive: \(list)",
      remedy: "give a KMZ, or the file that has the regions")
  }

  /// Whether a file is one of those that macOS and Windows add.
  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix("__MACOSX/") || lastPart(of: name).hasPrefix(".")
  }

  private static func lastPart(of name: String) -> Substring {
    name.split(separator: "/").last ?? ""
  }

  /// The ending of a name in small letters, without that of gzip.
  private static func ending(of name: String) -> String {
    var part = lastPart(of: name)
    if part.lowercased().hasSuffix(".gz") { part = part.dropLast(3) }
    return part.lastIndex(of: ".").map { part[part.index(after: $0)...].lowercased() } ?? ""
  }

  /// The most archives around an archive.
  private static let deepest = 2
}
