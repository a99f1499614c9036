import ArgumentParser
import Desk
import Notation
import Picket
import System

/// `picket mark`: a line in the journal that says where the carrier is now.
struct Mark: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a mark into the journal: where the carrier is now.",
    discussion: """
      As a long press of the button does.

        picket mark
        picket mark "at the gate"
      """)

  @Argument(help: "What there is to say about it.")
  var text: String?

  @OptionGroup var control: ControlOption

  @OptionGroup var zone: ZoneOption

  func run() throws {
    zone.apply()
    var request = JSONLine.request("mark")
    request.add("text", text)
    let reply = try control.ask(request)
    print(
      "marked"
        + (reply.text("time").map { " at \(StatusText.local($0))" } ?? "; the time is not known yet")
    )
  }
}
