import ArgumentParser
import Base
import Commands
import Desk
import Picket
import Records

/// `picket mark`: a line in the journal with the position of the carrier.
struct Mark: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a mark with the position of the carrier into the journal.",
    discussion: """
      A long press of the button does the same.

        picket mark                  # where a border is passed, for picket tune
        picket mark "at the gate"    # a note
      """)

  @Argument(help: "The text of the mark.")
  var text: String?

  @OptionGroup var control: ControlOption

  @OptionGroup var zone: ZoneOption

  func run() throws {
    zone.apply()
    var request = JSONLine.request("mark")
    request.add("text", text)
    let time = MarkAnswer(try control.reply(to: request)).time
    StandardOutput.print(
      "marked" + (time.map { " at \(Speech.log.time($0))" } ?? "; the time is not known yet"))
  }
}
