import Base
@testable import Board
import Picket
import Testing

struct BoardTests {
  @Test func everyBoardHasAProfile() throws {
    #expect(
      try BoardProfile.all().map(\.name) == [
        "beaglebone-black", "orange-pi-zero-2", "radxa-rock-5b", "raspberry-pi-3",
        "raspberry-pi-4", "raspberry-pi-5", "raspberry-pi-zero-2-w",
      ])
  }

  @Test func proposedLinesCanBeConfigured() throws {
    for board in try BoardProfile.all() {
      for pin in [board.wiring.buzzer, board.wiring.led, board.wiring.button] {
        #expect(pin.line != nil || (pin.chip != nil && pin.offset != nil), "\(board.name) \(pin)")
        // A name that includes a function belongs to a pin that the board itself uses.
        #expect(pin.line?.contains(" ") != true, "\(board.name) \(pin)")
      }
      for pin in [board.wiring.transmit, board.wiring.receive] {
        #expect(pin.function?.contains("UART") == true, "\(board.name) \(pin)")
      }
    }
  }

  @Test func settingsDoNotExcludeOtherReceivers() throws {
    for board in try BoardProfile.all() {
      #expect(board.lines.allSatisfy { !$0.hasPrefix("device = ") }, "\(board.name)")
      #expect(board.lines.contains { $0.hasSuffix("# device = \"\(board.uart.device)\"") })
    }
  }

  @Test func suppliesHaveTheirVoltage() throws {
    for board in try BoardProfile.all() {
      #expect(board.wiring.supply3V3.function?.hasPrefix("3V3") == true)
      #expect(board.wiring.supply5V.function?.hasPrefix("5V") == true)
      let grounds = board.wiring.grounds
      for pin in [grounds.buzzer, grounds.led, grounds.button, grounds.receiver] {
        #expect(pin.function == "GND", "\(board.name) \(pin)")
      }
    }
  }

  @Test func noPinIsUsedTwice() throws {
    for board in try BoardProfile.all() {
      let wiring = board.wiring
      let pins = [
        wiring.buzzer, wiring.led, wiring.button, wiring.transmit, wiring.receive,
        wiring.supply3V3, wiring.supply5V, wiring.grounds.buzzer, wiring.grounds.led,
        wiring.grounds.button, wiring.grounds.receiver,
      ]
      #expect(Set(pins.map(\.name)).count == pins.count, "\(board.name)")
    }
  }

  @Test func noLineIsOnTwoPins() throws {
    for board in try BoardProfile.all() {
      let pins = board.headers.flatMap(\.pins)
      #expect(Set(pins.map(\.name)).count == pins.count)
      let names = pins.compactMap(\.line)
      #expect(Set(names).count == names.count, "\(board.name)")
      let places = pins.compactMap { pin in pin.chip.map { "\($0) \(pin.offset ?? -1)" } }
      #expect(Set(places).count == places.count, "\(board.name)")
      #expect(pins.allSatisfy { $0.offset != nil || $0.function != nil }, "\(board.name)")
    }
  }

  @Test func proposedConfigurationHasNoProblems() throws {
    let folder = try TemporaryFolder()
    for board in try BoardProfile.all() {
      let path = try folder.write(board.settings.joined(separator: "\n"), to: "picket.toml")
      let (configuration, problems) = Configuration.check(path: path)
      #expect(problems.isEmpty, "\(board.name): \(problems)")
      #expect(configuration.outputs.list.map(\.name) == ["buzzer", "led"])
      #expect(configuration.outputs.list.allSatisfy { $0.line != nil })
      #expect(configuration.outputs.button != nil)
      #expect(configuration.gpsd.device == nil)
    }
  }

  @Test func proposedPWMConfigurationHasNoProblems() throws {
    let folder = try TemporaryFolder()
    for board in try BoardProfile.all() where board.pwm != nil {
      let lines = board.settings.drop { $0 != "# [output.buzzer]" }.map { String($0.dropFirst(2)) }
      let path = try folder.write(lines.joined(separator: "\n"), to: "picket.toml")
      let (configuration, problems) = Configuration.check(path: path)
      #expect(problems.isEmpty, "\(board.name): \(problems)")
      #expect(configuration.outputs.list.first?.pwm?.device == board.pwm?.device)
    }
  }

  @Test func profileTextFitsATerminal() throws {
    for board in try BoardProfile.all() {
      // A source may be one long word.
      let lines = board.lines.prefix { $0 != "Sources" }
      #expect(lines.allSatisfy { $0.count <= 96 }, "\(board.name)")
      #expect(lines.allSatisfy { $0.last != " " }, "\(board.name)")
    }
  }

  @Test func wholeProfileIsRead() throws {
    let board = try BoardProfile(profile: profile(), name: "plank")
    #expect(board.title == "Plank")
    #expect(
      board.wiring.buzzer
        == BoardProfile.Pin(name: "X3", line: "A1", chip: "planks", offset: 1, function: nil))
    #expect(board.traps.map(\.evidence.doubt) == ["not seen"])
    #expect(board.setups.map(\.step) == [.lines(["on=1"], file: "/boot/plank.txt")])
    #expect(board.pwm == nil)
  }

  @Test(arguments: [
    ("title = \"Plank\"", "", "the profile: there is no 'title'"),
    ("title =", "titel =", "the profile: there is no 'title'"),
    ("buzzer = \"X3\"", "buzzer = \"X99\"", "buzzer is pin X99, which is on no header"),
    ("pull_up = \"internal\"", "pull_up = \"no\"", "neither \"internal\" nor \"external\""),
    ("source = \"a map\"", "", "there is no 'source'"),
    ("doubt = \"not seen\"", "", "confirmed = false and a doubt go together"),
    ("device = \"/dev/ttyS0\"", "device = 0", "device in [uart] is an integer; give a text"),
    ("[uart]", "[uart]\nspeed = 9600", "unknown key 'speed' in [uart]"),
    ("models = [\"Plank\"]", "models = []", "models in [identity] is empty"),
    ("[identity]", "[identity", "plank.toml:2:"),
  ])
  func mistakeInAProfileIsReported(right: String, wrong: String, message: String) throws {
    let text = profile().replacing(right, with: wrong)
    #expect(text != profile())
    do throws(Problem) {
      _ = try BoardProfile(profile: text, name: "plank")
      Issue.record("no problem")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test func misspelledNameIsRecognised() throws {
    let boards = try BoardProfile.all()
    #expect(BoardProfile.names(near: "raspbery-pi-5", in: boards).first == "raspberry-pi-5")
    #expect(BoardProfile.names(near: "rock", in: boards) == ["radxa-rock-5b"])
    #expect(BoardProfile.names(near: "BeagleBone", in: boards) == ["beaglebone-black"])
    #expect(BoardProfile.names(near: "toaster-9000-professional", in: boards).isEmpty)
  }
}

/// The profile of an invented board.
private func profile() -> String {
  var pins = ""
  for (number, function) in zip(4..., ["3V3", "5V", "GND", "GND", "GND", "GND"]) {
    pins += "\(number) = { function = \"\(function)\" }\n"
  }
  return """
    title = "Plank"
    [identity]
    models = ["Plank"]
    compatible = ["wood,plank"]
    source = "a map"
    [header.X]
    prefix = "X"
    chip = "planks"
    source = "saw"
    [header.X.pins]
    1 = { offset = 7, function = "UART TX" }
    2 = { offset = 8, function = "UART RX" }
    3 = { line = "A1", offset = 1 }
    \(pins)
    [wiring]
    buzzer = "X3"
    led = "X3"
    button = "X3"
    uart_tx = "X1"
    uart_rx = "X2"
    power_3v3 = "X4"
    power_5v = "X5"
    ground_buzzer = "X6"
    ground_led = "X7"
    ground_button = "X8"
    ground_receiver = "X9"
    pull_up = "internal"
    source = "saw"
    [uart]
    device = "/dev/ttyS0"
    source = "saw"
    [[setup]]
    file = "/boot/plank.txt"
    lines = ["on=1"]
    why = "so"
    source = "saw"
    [[trap]]
    text = "It burns."
    source = "saw"
    confirmed = false
    doubt = "not seen"
    """
}
