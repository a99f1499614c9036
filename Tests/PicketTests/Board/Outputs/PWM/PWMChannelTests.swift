@testable import Board
import FoundationEssentials
import Glibc
import Picket
import Testing

struct PWMChannelTests {
  @Test func channelSoundsAtItsPitch() throws {
    let board = try PWMBoard()
    let channel = try PWMChannel(
      Output(name: "tone"), PWMSettings(device: "fe20c000.pwm", channel: 1), in: board.root)
    try channel.set(.active(pitch: 1000))
    #expect(board.numbers == ["1000000", "500000", "1"])
    try channel.set(.active())
    #expect(board.numbers == ["370370", "185185", "1"])
    try channel.set(.inactive)
    #expect(board.numbers == ["370370", "0", "0"])
  }

  @Test func releasedChannelIsSilent() throws {
    let board = try PWMBoard()
    do {
      let channel = try PWMChannel(
        Output(name: "tone"), PWMSettings(device: "fe20c000.pwm", channel: 1), in: board.root)
      try channel.set(.active())
      #expect(board.numbers[2] == "1")
    }
    #expect(board.numbers.suffix(2) == ["0", "0"])
  }

  @Test(arguments: [
    "fe20c000.pwm", "soc/fe20c000.pwm", "/devices/platform/soc/fe20c000.pwm",
  ])
  func chipIsFoundByItsDevice(device: String) throws {
    let board = try PWMBoard()
    let chip = try PWMChip.find(
      PWMSettings(device: device), for: "output 'tone'", in: board.root)
    #expect(chip.path == "\(board.root)/pwmchip3")
    #expect(chip.device == "fe20c000.pwm")
    #expect(chip.channelCount == 2)
  }

  @Test(arguments: [
    (
      "fe20c0000.pwm", 0,
      "no PWM chip is on the device 'fe20c0000.pwm'; there are fe20c000.pwm and "
        + "fe20c800.pwm; did you mean 'fe20c000.pwm'?"
    ),
    ("20c000.pwm", 0, "did you mean 'fe20c000.pwm'?"),
    ("fe20c000.pwm", 2, "/pwmchip3 (fe20c000.pwm) has channels 0 to 1"),
    ("fe20c800.pwm", 1, "/pwmchip10 (fe20c800.pwm) has channel 0 only"),
  ])
  func missingChannelIsReportedWithTheOthers(
    device: String, channel: Int, text: String
  ) throws {
    let board = try PWMBoard()
    do throws(LineFault) {
      _ = try PWMChannel(
        Output(name: "tone"), PWMSettings(device: device, channel: channel), in: board.root)
    } catch {
      #expect(error.description.hasPrefix("output 'tone': "))
      #expect(error.description.contains(text))
    }
  }

  @Test func missingPWMIsReportedWithARemedy() throws {
    let folder = try TemporaryFolder()
    do throws(LineFault) {
      _ = try PWMChannel(
        Output(name: "tone"), PWMSettings(device: "fe20c000.pwm"), in: folder.path)
      Issue.record("there is no such channel")
    } catch {
      #expect(error.description.contains("there is no PWM chip in \(folder.path)"))
      #expect(error.description.contains("dtoverlay=pwm"))
    }
  }

  @Test func heldChannelIsRefusedUntilReleased() throws {
    let board = try PWMBoard()
    let settings = PWMSettings(device: "fe20c000.pwm", channel: 1)
    do {
      let channel = try PWMChannel(
        Output(name: "tone"), settings, in: board.root)
      do throws(LineFault) {
        _ = try PWMChannel(
          Output(name: "tone"), settings, in: board.root)
        Issue.record("the held channel was opened")
      } catch {
        #expect(error.description.contains("is held by 'picket'"))
      }
      withExtendedLifetime(channel) {}
    }
    _ = try PWMChannel(
      Output(name: "tone"), settings, in: board.root)
  }

  @Test func waitingForAChannelEnds() throws {
    let board = try PWMBoard()
    do throws(LineFault) {
      _ = try PWMChannel(
        Output(name: "tone"), PWMSettings(device: "fe20c000.pwm"), in: board.root,
        patience: .milliseconds(50))
      Issue.record("a plain file exports nothing")
    } catch {
      #expect(error.description.contains("pwm0/period: No such file or directory"))
    }
    #expect(try board.text("pwmchip3/export") == "0")
    #expect(try board.text("pwmchip3/unexport") == "0")
  }

  @Test func freeOutputsAreSwitchedOff() throws {
    let board = try PWMBoard()
    var tone = Output(name: "tone")
    tone.pwm = PWMSettings(device: "fe20c000.pwm", channel: 1)
    var other = Output(name: "other")
    other.pwm = PWMSettings(device: "nowhere")
    let outcomes = BoardSilence.apply([tone, other, .init(name: "drawn")], pwmRoot: board.root)
    #expect(outcomes.count == 2)
    #expect(
      outcomes.first
        == .left(
          output: "tone", isActive: false,
          place: "channel 1 of \(board.root)/pwmchip3 (fe20c000.pwm)"))
    guard case .fault(let fault) = outcomes.last else {
      Issue.record("there is no such device")
      return
    }
    #expect(fault.description.hasPrefix("output 'other': no PWM chip"))
  }

  @Test func outputMayBeOnAChannel() throws {
    let board = try PWMBoard()
    var tone = Output(name: "tone")
    tone.pwm = PWMSettings(device: "fe20c000.pwm", channel: 1)
    let lines = try BoardLines([tone], button: nil, pwmRoot: board.root)
    #expect(lines.deadline == nil)
    try lines.set("tone", to: .active())
    #expect(board.numbers[2] == "1")
    try lines.set("tone", to: .inactive)
    #expect(board.numbers[2] == "0")
  }

  @Test func listingShowsChannelsAndTheirUse() throws {
    let board = try PWMBoard()
    var configuration = Configuration()
    var tone = Output(name: "tone")
    tone.pwm = PWMSettings(device: "fe20c000.pwm", channel: 1)
    configuration.outputs.list = [tone]
    let listing = BoardListing(configuration.outputs, pwmRoot: board.root)
    #expect(listing.faults.isEmpty)
    let first = listing.text.firstIndex { $0.contains("pwmchip3") } ?? 0
    #expect(
      listing.text[first...].prefix(4) == [
        "\(board.root)/pwmchip3  fe20c000.pwm  2 channels",
        "  channel  exported  used for",
        "        0  no",
        "        1  yes       output tone",
      ])
    #expect(
      listing.json.contains(
        #"{"pwm":"\#(board.root)/pwmchip3","device":"fe20c000.pwm","channel":1,"#
          + #""exported":true,"output":"tone"}"#))
  }
}

/// Plain files instead of the PWM chips of a kernel; channel 1 of the first chip is exported.
struct PWMBoard {
  let folder: TemporaryFolder
  var root: String { folder.path + "/class/pwm" }

  init() throws {
    folder = try TemporaryFolder()
    let files = FileManager.default
    for (chip, device, channels) in [(3, "fe20c000.pwm", 2), (10, "fe20c800.pwm", 1)] {
      let path = "\(folder.path)/class/pwm/pwmchip\(chip)"
      let devicePath = "\(folder.path)/devices/platform/soc/\(device)"
      try files.createDirectory(atPath: "\(path)/pwm1", withIntermediateDirectories: true)
      try files.createDirectory(atPath: devicePath, withIntermediateDirectories: true)
      try files.createSymbolicLink(atPath: "\(path)/device", withDestinationPath: devicePath)
      for (name, text) in [
        ("npwm", "\(channels)\n"), ("export", ""), ("unexport", ""), ("pwm1/period", "0\n"),
        ("pwm1/duty_cycle", "0\n"), ("pwm1/enable", "0\n"),
      ] {
        _ = try folder.write(text, to: "class/pwm/pwmchip\(chip)/\(name)")
      }
    }
  }

  /// The period, the duty cycle and the enable flag of channel 1.
  var numbers: [String] {
    ["period", "duty_cycle", "enable"].map { (try? text("pwmchip3/pwm1/\($0)")) ?? "" }
  }

  /// The first line of a file: unlike in sysfs, older content remains after it.
  func text(_ file: String) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(file)"))
    return String(decoding: data.prefix { $0 != 10 }, as: UTF8.self)
  }
}
