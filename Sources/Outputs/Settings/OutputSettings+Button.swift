internal import Geofence
internal import Notation

extension OutputSettings {
  /// Reads the table [button], after the outputs.
  mutating func readButton(_ top: inout TOMLSection) {
    var section = top.section("button")
    defer { top.add(section.finished()) }
    var button = ButtonSettings(line: section.line() ?? .name(""))
    button.isActiveLow = section.boolean("active_low") ?? button.isActiveLow
    button.bias = section.choice("bias", LineBias.self) ?? button.bias
    if let milliseconds = section.integer("debounce", in: 0...1000) {
      button.debounce = .milliseconds(milliseconds)
    }
    button.long = section.seconds("long", in: 0.2...60) ?? button.long
    button.veryLong = section.seconds("very_long", in: 0.2...60) ?? button.veryLong
    guard section.exists else { return }
    if button.veryLong <= button.long {
      section.note(
        section.has("very_long") ? "very_long" : "long",
        "a very long press of \(button.veryLong.inSeconds.plain) s is not longer than a long one "
          + "of \(button.long.inSeconds.plain) s",
        remedy: "give very_long more seconds than long")
    }
    guard section.hasLine else {
      return top.note(
        "button", "[button] has no line", remedy: "give line = \"GPIO22\", or chip and offset")
    }
    if let other = list.first(where: { $0.line?.isSame(as: button.line) == true }) {
      top.note(
        "button", "[button] is on the same line as [output.\(other.name)], \(button.line)",
        remedy: "give the button a line of its own")
    }
    self.button = button
  }
}
