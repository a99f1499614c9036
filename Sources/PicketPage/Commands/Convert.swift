import ArgumentParser
import Base
import Commands

/// `picket-page convert`: reads or writes a file of regions, for the page alone.
///
/// A file may need much memory and time, which the page limits for this program.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read or write a file of regions for the page.", shouldDisplay: false)

  @Option(help: "The file of the board's regions.")
  var regions: String

  @Option(help: "The format in which they are written.")
  var format: String?

  @Option(help: "The name of the file that is read from standard input.")
  var name = "the file"

  @Flag(help: "Replace regions that have the same identifiers.")
  var replace = false

  func run() throws {
    do throws(Problem) {
      if let format = format.flatMap(ExchangeDesk.Format.init) {
        StandardOutput.write(try ExchangeDesk.text(of: regions, format))
      } else {
        StandardOutput.write(
          "\(try ExchangeDesk.line(ofInputNamed: name, into: regions, isReplacing: replace))\n")
      }
    } catch {
      StandardOutput.write("\(ExchangeDesk.refusal(error))\n")
      throw ExitCode(1)
    }
  }
}
