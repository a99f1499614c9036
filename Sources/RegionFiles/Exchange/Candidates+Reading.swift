internal import Base

extension Candidates {
  /// Reads the bytes of a file, whose format follows from its content.
  ///
  /// - Parameter isPacked: Whether the file is in an archive.
  /// - Throws: The reason why the file as a whole cannot be read.
  static func read(
    _ bytes: [UInt8], file: String, isPacked: Bool = false
  ) throws(Problem) -> Candidates {
    if let format = ForeignFormat(bytes) { throw format.problem(of: file, isPacked: isPacked) }
    let zeros = SourceText.zerosAtEnd(of: bytes)
    let whole = zeros > 0 ? Array(bytes.dropLast(zeros)) : bytes
    var candidates = Candidates(file: file, isPacked: isPacked)
    // XML may be in UTF-16, where every other byte is zero.
    switch whole.first(where: { $0 > 0x20 && $0 < 0x80 }) {
    case nil where bytes.isEmpty || zeros == 0:
      throw Problem(file: file, wrong: "the file is empty", remedy: Self.remedy)
    case nil where zeros == bytes.count:
      throw Problem(
        file: file, wrong: "the file has \(zeros.counted("zero byte")) and nothing else",
        remedy: "copy it again")
    case UInt8(ascii: "<"): try candidates.readXML(whole)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let text = SourceText(whole)
      candidates.repairs += text.repairs
      try GeoJSONReader.read(text.text, into: &candidates)
    default:
      let text = SourceText(whole)
      candidates.repairs += text.repairs
      guard try ZoneList.read(text.text, into: &candidates) else {
        throw ForeignFormat(text: text.text)?.problem(of: file, isPacked: isPacked)
          ?? Problem(file: file, wrong: "this is neither GeoJSON nor XML", remedy: Self.remedy)
      }
    }
    if zeros > 0 {
      candidates.repairs.append("\(zeros.counted("zero byte")) at its end were left out")
    }
    return candidates
  }

  /// The bytes of a file without gzip.
  static func unpacked(
    _ bytes: [UInt8], file: String, limit: Int
  ) throws(Problem) -> [UInt8] {
    guard Unpacking.isPacked(bytes) else { return bytes }
    do throws(Unpacking.Failure) {
      return try Unpacking.bytes(bytes, limit: max(1, limit))
    } catch {
      throw Problem(
        file: file, wrong: "it is packed by gzip, and \(error.reason)",
        remedy: error.remedy ?? "copy or download it again, or give the unpacked file")
    }
  }

  private static let remedy = "give a GeoJSON, GPX or KML file"

  /// Notes that the file ends early.
  ///
  /// - Throws: The problem itself, if nothing before it is complete.
  mutating func noteEnd(_ problem: Problem) throws(Problem) {
    var problem = problem
    guard !list.isEmpty else {
      problem.wrong += ", and nothing in it is complete"
      problem.remedy = "get the whole file"
      throw problem
    }
    problem.remedy = "get the whole file, or import what is complete by --skip-bad"
    problems.append(problem)
  }

  // MARK: XML

  /// Reads XML, or what programs write in its place.
  private mutating func readXML(_ bytes: [UInt8]) throws(Problem) {
    do throws(Problem) {
      try readWhole(bytes)
    } catch {
      guard let (repaired, words) = XMLRepair.repaired(bytes) else {
        throw error.remedy == nil
          ? Problem(
            file: file, place: error.place, wrong: error.wrong, remedy: XMLRepair.remedy(for: bytes)
          )
          : error
      }
      self = Candidates(file: file, isPacked: isPacked, repairs: words)
      try readWhole(repaired)
    }
  }

  private mutating func readWhole(_ bytes: [UInt8]) throws(Problem) {
    var read = self
    var isGPX = false
    let (file, isPacked) = (file, isPacked)
    try XMLReader.read(
      bytes, file: file, wanted: GPXReader.elements.union(KMLReader.elements),
      cut: { (open, problem) throws(Problem) in
        if isGPX { GPXReader.read(unfinished: open, into: &read) }
        try read.noteEnd(problem)
      }
    ) { part throws(Problem) in
      switch part {
      case .root("gpx"), .root("wpt"), .root("rte"), .root("trk"), .root("OCPNDraw"): isGPX = true
      // Some programs leave the outermost element out.
      case .root("kml"), .root("Document"), .root("Folder"), .root("Placemark"): isGPX = false
      case .root(let name):
        throw ForeignFormat(root: name)?.problem(of: file, isPacked: isPacked)
          ?? Problem(
            file: file, wrong: "this is \(name.quoted), neither GPX nor KML", remedy: Self.remedy)
      case .element(let element):
        let reader = isGPX ? GPXReader.elements : KMLReader.elements
        guard reader.contains(element.name) else { return }
        if isGPX {
          GPXReader.read(element, into: &read)
        } else {
          KMLReader.read(element, into: &read)
        }
      }
    }
    self = read
  }
}
