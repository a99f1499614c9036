package import Base
internal import Board
package import Records
internal import RegionFiles

/// One line that a client sent: an object with the name of the request under `do`.
package struct Request: Hashable, Sendable {
  /// The client's own identifier of a request, which the answer repeats.
  package enum ID: Hashable, Sendable {
    case number(Int)
    case text(String)
  }

  /// The name of the request.
  package let name: String

  /// The identifier of the request and its answer.
  package let id: ID?

  /// The user that sent it; `nil` for a request of this process itself.
  package let user: UInt32?

  private let fields: JSONFields

  /// The reason for which a line is not a request, with its identifier if that could be read.
  package struct LineMistake: Error, Hashable, Sendable {
    package let refusal: Refusal
    package let id: ID?
  }

  /// Reads a line without its newline.
  package init(_ line: some Collection<UInt8>, from user: UInt32? = nil) throws(LineMistake) {
    let document: JSON
    do throws(JSON.Mistake) {
      document = try JSON.parse(String(decoding: line, as: UTF8.self))
    } catch {
      throw LineMistake(
        refusal: Refusal(
          "this is not JSON: \(error.reason) (column \(error.column)); send one object a line"),
        id: nil)
    }
    guard let fields = document.object else {
      throw LineMistake(
        refusal: Refusal("this is \(document.noun); send an object such as {\"do\":\"status\"}"),
        id: nil)
    }
    id = try Self.id(fields["id"])
    guard let name = fields["do"]?.string else {
      throw LineMistake(
        refusal: Refusal("there is no text under do; send an object such as {\"do\":\"status\"}"),
        id: id)
    }
    self.name = name
    self.user = user
    self.fields = JSONFields(fields)
  }

  private static func id(_ value: JSON?) throws(LineMistake) -> ID? {
    switch value {
    case nil, .null?: return nil
    case .string(let text)?: return .text(text)
    case let other?:
      guard let number = other.integer else {
        throw LineMistake(refusal: Refusal("id is neither a text nor a whole number"), id: nil)
      }
      return .number(number)
    }
  }

  /// The request in words, for a person.
  package var words: String {
    let details = fields.keys.sorted().filter { !["do", "id", "by", "share"].contains($0) }
      .compactMap { key in
        fields[key].map { "\(key) \(Self.words(of: $0))" }
      }
    let list = details.joined(separator: ", ").prefix(Self.mostWords)
    return (list.isEmpty ? name : "\(name): \(list)").onOneLine
  }

  // In characters.
  private static let mostWords = 300

  /// A value as text; of a long array only as much as is not cut off.
  private static func words(of value: JSON) -> String {
    switch value {
    case .string(let text): text
    // Each element has a character and a comma at least.
    case .array(let elements): JSON.array(Array(elements.prefix(mostWords / 2))).text
    case .null, .boolean, .number, .object: value.text
    }
  }

  // MARK: Fields

  /// Whether a field is there and not null.
  package func has(_ key: String) -> Bool { fields[key] != nil }

  /// Refuses null under a key without which the request means more than with it.
  func refuseNull(_ key: String, remedy: String) throws(Refusal) {
    if fields.isNull(key) { throw Refusal("\(key) is null; \(remedy)") }
  }

  /// The text under a key; `nil` when there is none.
  package func text(_ key: String) throws(Refusal) -> String? {
    try refusing { () throws(JSONFields.Mistake) in try fields.text(key) }
  }

  /// The text under a key that must be there.
  package func requiredText(_ key: String) throws(Refusal) -> String {
    guard let text = try text(key) else {
      throw Refusal("\(name) needs a text under \(key)")
    }
    return text
  }

  /// The number under a key, within bounds.
  package func number(_ key: String, in range: ClosedRange<Double>) throws(Refusal) -> Double? {
    try refusing { () throws(JSONFields.Mistake) in
      try fields.number(key, in: range, of: "a number")
    }
  }

  /// The boolean under a key; false when there is none.
  package func flag(_ key: String) throws(Refusal) -> Bool {
    try refusing { () throws(JSONFields.Mistake) in try fields.boolean(key) } ?? false
  }

  /// The object under a key.
  package func object(_ key: String) throws(Refusal) -> [String: JSON]? {
    try refusing { () throws(JSONFields.Mistake) in try fields.object(key) }
  }

  /// The name of the one for whom the client asks; `nil` when it asks for itself.
  func share() throws(Refusal) -> String? {
    let share = try text("share")
    guard share.map(NameLimit.admits) ?? true else {
      throw Refusal("share is not a name of at most \(NameLimit.bytes) bytes on one line")
    }
    return share
  }

  /// The text of a mark.
  func mark() throws(Refusal) -> String {
    let text = try text("text") ?? WordlessMark.request.rawValue
    guard text.utf8.count <= RegionProperty.mostText else {
      throw Refusal("text has \(text.utf8.count) bytes; give at most \(RegionProperty.mostText)")
    }
    guard !text.hasControls else {
      throw Refusal("text \(text.quoted.onOneLine) has a control character; give one line of text")
    }
    return text
  }

  /// The elements of the array under a key; none when it is missing.
  package func list(_ key: String) throws(Refusal) -> [JSON] {
    guard let value = fields[key] else { return [] }
    guard let elements = value.array else {
      throw Refusal("\(key) is \(value.noun); give an array")
    }
    return elements
  }

  private func refusing<Value>(
    _ read: () throws(JSONFields.Mistake) -> Value?
  ) throws(Refusal) -> Value? {
    do throws(JSONFields.Mistake) {
      return try read()
    } catch {
      throw Refusal("\(error.said.text); \(error.advice.text)")
    }
  }
}

extension Request {
  /// The right that a client needs for the request; one that does not exist is refused later.
  var right: ControlRight {
    // It has a line in the journal, with a name of the client's choice.
    has("by") ? max(.order, ownRight) : ownRight
  }

  private var ownRight: ControlRight {
    switch name {
    case "fleet": has("file") ? .fleet : .read
    // Asks for the folder of the walks.
    case "walk": ["start", "stop", "remove"].contains(where: has) ? .order : .read
    case "course": has("reset") ? .order : .read
    case "status", "state", "why", "regions", "watch": .read
    default: .order
    }
  }
}

extension RegionChange {
  /// Reads the change that the request `edit` has.
  init(_ request: Request) throws(Refusal) {
    let base = try request.requiredText("base")
    guard base.utf8.count == 64, base.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
      throw Refusal(
        "base is not a hash of 64 small hexadecimal digits; "
          + "give the sha256 that {\"do\":\"regions\",\"document\":true} answers")
    }
    let renames = try request.object("rename") ?? [:]
    let removals = try request.list("remove")
    self.init(
      base: base, renames: renames.compactMapValues(\.string),
      removals: removals.compactMap(\.string), features: try request.list("put"),
      isForced: try request.flag("force"))
    for (key, isShort) in [
      ("rename", self.renames.count < renames.count),
      ("remove", self.removals.count < removals.count),
    ] where isShort {
      throw Refusal("\(key) has something that is not the identifier of a region")
    }
    guard !(renames.isEmpty && removals.isEmpty && features.isEmpty) else {
      throw Refusal("edit changes nothing; give put, remove or rename")
    }
  }
}

extension ControlRights {
  /// The right of a client; `nil` for none.
  func right(of client: Credentials) -> ControlRight? { right(of: client.user, in: client.groups) }

  /// The reason why a user may not make a request.
  func refusal(of request: Request, from user: UInt32) -> Refusal {
    let name = request.name.quoted.onOneLine
    let reason =
      request.right == .fleet
      ? "\(name) with a file is only for root and \(Self.linkUser), and this is user \(user); use "
        + "picket regions for regions of your own"
      : "user \(user) may only read; \(name) is for members of the group of this picket, and root"
    return Refusal(reason, .forbidden)
  }
}
