import ArgumentParser
import Base

/// `picket-page announce`: has Avahi announce the page in the network.
struct Announce: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Have Avahi announce the page in the network, or no longer.",
    discussion: """
      The unit does this when the page starts and ends. Without Avahi, and for a page that \
      listens for this board only, nothing is announced.

        sudo picket-page announce
        sudo picket-page announce --off
      """)

  @OptionGroup var page: PageOption

  @Flag(help: "End the announcement.")
  var off = false

  @Option(help: ArgumentHelp("The folder of Avahi's files.", valueName: "folder"))
  var folder = Announcement.usualFolder

  func run() throws {
    let announcement = Announcement(folder: folder)
    guard announcement.isPossible else { return }
    do throws(SystemError) {
      guard !off else { return try announcement.remove() }
    } catch {
      throw Self.failure(error)
    }
    let text = Announcement.text(for: try page.configuration())
    do throws(SystemError) {
      if let text { try announcement.write(text) } else { try announcement.remove() }
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> ExitCode {
    Log.write(.error, "\(error); be root, or name another folder with --folder")
    return ExitCode(74)
  }
}
