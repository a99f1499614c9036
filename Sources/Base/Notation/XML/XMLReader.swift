internal import CExpat

/// Reads an XML document and hands over its wanted elements, each when it ends.
///
/// Nothing but the document is read. A document that declares entities or attributes is refused:
/// ten lines of them can expand to gigabytes or to the content of other files.
package final class XMLReader {
  /// A part of a document.
  package enum Part {
    /// Its outermost element has begun.
    case root(String)
    /// A wanted element has ended.
    case element(XMLElement)
  }

  private let file: String
  private let wanted: Set<String>
  private let handle: (Part) throws(Problem) -> Void
  private let cut: (([XMLElement], Problem) throws(Problem) -> Void)?
  private let parser: XML_Parser
  private var depth = 0
  private var open: [XMLElement] = []
  private var count = 0
  private var problem: Problem?

  /// The errors of a document that ends early.
  private static let ends = Set(
    [
      XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION,
    ].map(\.rawValue))

  /// The deepest nesting of elements.
  private static let deepest = 64

  /// The most elements in a wanted element: 200,000 positions with five each.
  private static let most = 1_000_000

  /// Reads a whole document.
  ///
  /// - Parameters:
  ///   - wanted: The names of elements that are handed over with everything in them.
  ///   - cut: Called when the document ends before its outermost element does: with the wanted
  ///     element that is open then and those in it, the outermost first, each without what is
  ///     unfinished in it, and with the mistake, which is thrown without this parameter.
  ///   - handle: Called with the parts in their order; an error that it throws ends the reading.
  package static func read(
    _ bytes: [UInt8], file: String, wanted: Set<String>,
    cut: (([XMLElement], Problem) throws(Problem) -> Void)? = nil,
    handle: @escaping (Part) throws(Problem) -> Void
  ) throws(Problem) {
    guard let parser = XML_ParserCreateNS(nil, separator) else {
      throw Problem(file: file, wrong: "there is no memory to read it")
    }
    defer { XML_ParserFree(parser) }
    let reader = XMLReader(parser, file: file, wanted: wanted, cut: cut, handle: handle)
    if let problem = reader.read(bytes) { throw problem }
  }

  private init(
    _ parser: XML_Parser, file: String, wanted: Set<String>,
    cut: (([XMLElement], Problem) throws(Problem) -> Void)?,
    handle: @escaping (Part) throws(Problem) -> Void
  ) {
    self.parser = parser
    self.file = file
    self.wanted = wanted
    self.cut = cut
    self.handle = handle
  }

  private func read(_ bytes: [UInt8]) -> Problem? {
    // The caller keeps this object alive while the parser calls.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLReader.of($0)?.begin($1, $2) }, { reader, _ in XMLReader.of(reader)?.end() })
    XML_SetCharacterDataHandler(parser) { XMLReader.of($0)?.add($1, $2) }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, hasDeclarations in
      guard hasDeclarations != 0 else { return }
      XMLReader.of(reader)?.stop("it declares entities or attributes, which are not read")
    }
    XML_SetSkippedEntityHandler(parser) { reader, _, _ in
      XMLReader.of(reader)?.stop("it refers to an entity that is not in it")
    }
    var start = 0
    repeat {
      let end = min(bytes.count, start + 1 << 20)
      let status = bytes[start..<end].withUnsafeBytes { chunk in
        XML_Parse(
          parser, chunk.bindMemory(to: CChar.self).baseAddress, Int32(chunk.count),
          end == bytes.count ? 1 : 0)
      }
      if let problem { return problem }
      guard status != XML_STATUS_ERROR else {
        let code = XML_GetErrorCode(parser)
        if let cut, Self.ends.contains(code.rawValue) {
          return Self.caught { () throws(Problem) in try cut(open, mistake("the file ends early")) }
        }
        let reason = XML_ErrorString(code).map { String(cString: $0) }
        return mistake("this is not XML: \(reason ?? "it cannot be read")")
      }
      start = end
    } while start < bytes.count
    return nil
  }

  // MARK: Calls of the parser

  private func begin(
    _ name: UnsafePointer<XML_Char>?, _ values: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard problem == nil, let name else { return }
    depth += 1
    guard depth <= Self.deepest else {
      return stop("elements are nested more than \(Self.deepest) deep")
    }
    let (space, local) = Self.parts(name)
    if depth == 1 { hand(.root(local)) }
    guard !open.isEmpty || wanted.contains(local) else { return }
    count = open.isEmpty ? 1 : count + 1
    guard count <= Self.most else { return stop("\(open[0].name) contains too many elements") }
    var attributes: [XMLElement.Attribute] = []
    var index = 0
    while let values, let name = values[index], let value = values[index + 1] {
      attributes.append(
        XMLElement.Attribute(name: Self.parts(name).name, value: String(cString: value)))
      index += 2
    }
    open.append(
      XMLElement(name: local, namespace: space, line: line, attributes: attributes))
  }

  private func end() {
    guard problem == nil else { return }
    depth -= 1
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      hand(.element(element))
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  private func add(_ characters: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard problem == nil, !open.isEmpty, let characters else { return }
    let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
    open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
  }

  private func hand(_ part: Part) {
    if let problem = Self.caught({ () throws(Problem) in try handle(part) }) { stop(problem) }
  }

  private static func caught(_ body: () throws(Problem) -> Void) -> Problem? {
    do throws(Problem) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private func stop(_ wrong: String) {
    stop(mistake(wrong))
  }

  private func stop(_ problem: Problem) {
    // The parser may call a few more times before it has stopped.
    self.problem = self.problem ?? problem
    XML_StopParser(parser, 0)
  }

  private func mistake(_ wrong: String) -> Problem {
    Problem(
      file: file,
      place: .text(line: line, column: Int(picket_xml_column(parser)) + 1), wrong: wrong)
  }

  private var line: Int { Int(picket_xml_line(parser)) }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLReader? {
    pointer.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// A name in two parts: the namespace is before the separator.
  private static func parts(_ name: UnsafePointer<XML_Char>) -> (space: String, name: String) {
    let whole = String(cString: name)
    guard let end = whole.lastIndex(of: "|") else { return ("", whole) }
    return (String(whole[..<end]), String(whole[whole.index(after: end)...]))
  }

  /// A character that is never part of a name.
  private static let separator = XML_Char(UInt8(ascii: "|"))
}
