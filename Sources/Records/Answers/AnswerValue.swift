package import Base

/// A value in the answers of the control socket, or in its published lines.
///
/// One list of fields is both directions of its JSON: what it writes under a key it reads there.
/// A field that is missing, or of another kind, keeps its first value.
package protocol AnswerValue: Hashable, Sendable {
  /// Creates a value of which nothing is known.
  init()

  /// Names every field, in the order in which they are written.
  mutating func pass(_ form: inout AnswerForm)
}

extension AnswerValue {
  /// Reads an answer.
  package init(_ reply: Reply) {
    self.init()
    var form = AnswerForm(reading: reply)
    pass(&form)
  }

  /// Reads a line; `nil` when it is not an object.
  package init?(_ text: String) {
    guard let reply = Reply(text) else { return nil }
    self.init(reply)
  }

  /// The fields of the answer.
  package var json: JSONLine {
    var value = self
    var form = AnswerForm()
    value.pass(&form)
    return form.line
  }
}

/// A list of an answer, which may not have room for all members.
package struct Listed<Member: Hashable & Sendable>: Hashable, Sendable {
  /// The members that are there.
  package var shown: [Member]

  /// The number of those left out.
  package var more: Int

  /// The limits within which it is written; `nil` for none.
  fileprivate let limits: Extract?

  /// Creates a list, of which members are left out when it is written.
  package init(_ shown: [Member] = [], more: Int = 0, within limits: Extract? = nil) {
    (self.shown, self.more, self.limits) = (shown, more, limits)
  }

  /// Whether there is no member, also none that was left out.
  package var isEmpty: Bool { shown.isEmpty && more == 0 }
}

/// The fields of an answer while it is written or read.
package struct AnswerForm {
  // Without one the answer is written.
  private let source: Reply?
  fileprivate private(set) var line = JSONLine()

  fileprivate init(reading source: Reply? = nil) { self.source = source }

  /// A text, left out when it is not known.
  package mutating func text(_ key: String, _ value: inout String?) {
    if let source { value = source.text(key) } else { line.add(key, value) }
  }

  /// A word of a list, left out when it is not known, or not one of them.
  package mutating func word<Word: RawRepresentable<String>>(_ key: String, _ value: inout Word?) {
    if let source {
      value = source.text(key).flatMap(Word.init)
    } else {
      line.add(key, value?.rawValue)
    }
  }

  /// A reason for a person: in English under the key, and its code and values under `KEY_code`.
  package mutating func reason(_ key: String, _ value: inout Reason?) {
    if let source {
      value = source.text(key).map { Reason(text: $0, source.fields["\(key)_code"]) }
    } else {
      line.add(key, value)
    }
  }

  /// Reasons for a person, one after the other.
  package mutating func reasons(_ key: String, _ values: inout [Reason], orNone: Bool = false) {
    if source != nil {
      var texts: [String] = []
      self.texts(key, &texts)
      codes(key, of: texts, &values)
    } else if !orNone || !values.isEmpty {
      line.add(key, values)
    }
  }

  /// The codes and values of texts that have a key of their own.
  package mutating func codes(_ key: String, of texts: [String], _ values: inout [Reason]) {
    if let source {
      let codes = source.fields["\(key)_code"]?.array ?? []
      values = texts.indices.map {
        Reason(text: texts[$0], codes.count == texts.count ? codes[$0] : nil)
      }
    } else {
      line.add(codes: key, values)
    }
  }

  /// A number with at most this many decimals, left out when it is not known.
  package mutating func number(_ key: String, _ value: inout Double?, decimals: Int) {
    if let source { value = source.number(key) } else { line.add(key, value, decimals: decimals) }
  }

  /// A course in degrees with one decimal: below 360, also where an older controller rounded it up.
  package mutating func course(_ key: String, _ value: inout Double?) {
    value = value?.course(decimals: 1)
    number(key, &value, decimals: 1)
    value = value?.course(decimals: 1)
  }

  /// A whole number, left out when it is not known.
  package mutating func count(_ key: String, _ value: inout Int?) {
    if let source { value = source.fields[key]?.integer } else { line.add(key, value) }
  }

  /// A boolean, left out when it is not known.
  package mutating func choice(_ key: String, _ value: inout Bool?) {
    guard let source else { return line.add(key, value) }
    value = source.flag(key) ? true : source.denies(key) ? false : nil
  }

  /// A boolean that is always written.
  package mutating func flag(_ key: String, _ value: inout Bool) {
    if let source { value = source.flag(key) } else { line.add(key, value) }
  }

  /// A boolean that is written only when it is true.
  package mutating func mark(_ key: String, _ value: inout Bool) {
    if let source { value = source.flag(key) } else if value { line.add(key, true) }
  }

  /// Texts.
  ///
  /// - Parameter orNone: Whether an empty list is left out.
  package mutating func texts(_ key: String, _ values: inout [String], orNone: Bool = false) {
    if let source {
      values = source.texts(key)
    } else if !orNone || !values.isEmpty {
      line.add(key, values)
    }
  }

  /// Texts within limits.
  ///
  /// - Returns: The number left out.
  @discardableResult
  package mutating func texts(
    _ key: String, _ list: inout Listed<String>, orNone: Bool = false
  ) -> Int {
    if let source {
      list = Listed(source.texts(key), more: source.count("\(key)_more"))
    } else if !orNone || !list.isEmpty {
      return line.add(key, list.shown, more: list.more, list.limits ?? .everything)
    }
    return list.more
  }

  /// Texts within limits, left out when there are none to be known.
  ///
  /// - Returns: The number left out.
  @discardableResult
  package mutating func texts(_ key: String, _ list: inout Listed<String>?) -> Int {
    guard isThere(key, list) else {
      list = nil
      return 0
    }
    var known = list ?? Listed()
    defer { list = known }
    return texts(key, &known)
  }

  /// An object, left out when it is not known.
  package mutating func object<Value: AnswerValue>(_ key: String, _ value: inout Value?) {
    if let source {
      value = source.object(key).map(Value.init)
    } else if let value {
      line.add(key, value.json)
    }
  }

  /// Objects.
  package mutating func objects<Value: AnswerValue>(
    _ key: String, _ values: inout [Value], orNone: Bool = false
  ) {
    if let source {
      values = source.objects(key).map(Value.init)
    } else if !orNone || !values.isEmpty {
      line.add(key, values.map(\.json))
    }
  }

  /// Objects within limits.
  package mutating func objects<Value: AnswerValue>(_ key: String, _ list: inout Listed<Value>) {
    if let source {
      list = Listed(source.objects(key).map(Value.init), more: source.count("\(key)_more"))
    } else {
      line.add(key, list.shown.map(\.json), more: list.more, list.limits ?? .everything)
    }
  }

  /// Objects within limits, left out when there are none to be known.
  package mutating func objects<Value: AnswerValue>(_ key: String, _ list: inout Listed<Value>?) {
    guard isThere(key, list) else { return list = nil }
    var known = list ?? Listed()
    objects(key, &known)
    list = known
  }

  /// Whether a list that may be missing is there, in the source or in the value that is written.
  private func isThere<Member>(_ key: String, _ list: Listed<Member>?) -> Bool {
    guard let source else { return list != nil }
    return source.fields[key]?.array != nil || source.count("\(key)_more") > 0
  }

  /// Any JSON, left out when it is not known.
  package mutating func json(_ key: String, _ value: inout JSON?) {
    if let source { value = source.fields[key] } else if let value { line.add(key, value) }
  }

  /// The version of an update of a fleet, without a key of its own; left out when it is not known.
  package mutating func version(_ value: inout FleetVersion?) {
    if let source {
      value = FleetVersion(source.fields)
    } else if let value {
      line.add(value.json)
    }
  }

  /// The fields of a value that has no key of its own.
  package mutating func part<Value: AnswerValue>(_ value: inout Value) { value.pass(&self) }
}

extension Reason {
  /// A reason for a person, as another program wrote it: only a text if that has no code, or one of
  /// a later release.
  package init(text: String, _ json: JSON?) {
    let reason = Reason(json)
    self = reason.flatMap { Voice.log.knows($0) ? $0 : nil } ?? Reason(verbatim: text)
  }
}

extension JSONLine {
  /// Adds a reason for a person, or nothing.
  package mutating func add(_ key: String, _ reason: Reason?) {
    add(key, reason?.text)
    if let reason, reason.verbatim == nil { add("\(key)_code", reason.json) }
  }

  /// Adds reasons for a person, one after the other.
  package mutating func add(_ key: String, _ reasons: [Reason]) {
    add(key, reasons.map(\.text))
    add(codes: key, reasons)
  }

  fileprivate mutating func add(codes key: String, _ reasons: [Reason]) {
    guard reasons.contains(where: { $0.verbatim == nil }) else { return }
    add("\(key)_code", .array(reasons.map(\.json)))
  }
}
