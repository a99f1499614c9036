@testable import Board
import FoundationEssentials
import Testing

struct DeviceTreeTests {
  @Test(arguments: [
    ("Raspberry Pi 3 Model B Rev 1.2", "raspberry-pi-3"),
    ("Raspberry Pi 3 Model B Plus Rev 1.3", "raspberry-pi-3"),
    ("Raspberry Pi 3 Model A Plus Rev 1.0", "raspberry-pi-3"),
    ("Raspberry Pi 4 Model B Rev 1.4", "raspberry-pi-4"),
    ("Raspberry Pi 5 Model B Rev 1.0", "raspberry-pi-5"),
    ("Raspberry Pi Zero 2 W Rev 1.0", "raspberry-pi-zero-2-w"),
    ("TI AM335x BeagleBone Black", "beaglebone-black"),
    ("OrangePi Zero2", "orange-pi-zero-2"),
    ("Radxa ROCK 5 Model B", "radxa-rock-5b"),
  ])
  func machineIsRecognisedByItsModel(model: String, name: String) throws {
    let machine = DeviceTree(model: model, compatible: [])
    #expect(try BoardProfile.all().filter { $0.matches(machine) }.map(\.name) == [name])
  }

  @Test(arguments: [
    ("raspberrypi,3-model-b-plus", "raspberry-pi-3"),
    ("raspberrypi,4-model-b", "raspberry-pi-4"),
    ("raspberrypi,5-model-b", "raspberry-pi-5"),
    ("raspberrypi,model-zero-2-w", "raspberry-pi-zero-2-w"),
    ("ti,am335x-bone-black", "beaglebone-black"),
    ("xunlong,orangepi-zero2", "orange-pi-zero-2"),
    ("radxa,rock-5b", "radxa-rock-5b"),
  ])
  func machineIsRecognisedByItsCompatibility(compatible: String, name: String) throws {
    let machine = DeviceTree(model: "Something", compatible: [compatible, "brcm,bcm2837"])
    #expect(try BoardProfile.all().filter { $0.matches(machine) }.map(\.name) == [name])
  }

  @Test(arguments: [
    "Raspberry Pi 500 Rev 1.0", "Raspberry Pi Zero W Rev 1.1", "Raspberry Pi 400 Rev 1.0",
    "Radxa ROCK 5 Model B+", "Raspberry Pi Compute Module 4 Rev 1.0", "OrangePi Zero3",
  ])
  func otherMachinesAreNotRecognised(model: String) throws {
    let machine = DeviceTree(model: model, compatible: ["brcm,bcm2711", "allwinner,sun50i-h616"])
    #expect(try BoardProfile.all().filter { $0.matches(machine) }.isEmpty)
  }

  @Test func firstExistingRootIsRead() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("Raspberry Pi 4 Model B Rev 1.4\0", to: "model")
    _ = try folder.write("raspberrypi,4-model-b\0brcm,bcm2711\0", to: "compatible")
    let machine = DeviceTree(roots: ["/nonexistent", folder.path])
    #expect(
      machine
        == DeviceTree(
          model: "Raspberry Pi 4 Model B Rev 1.4",
          compatible: ["raspberrypi,4-model-b", "brcm,bcm2711"]))
    #expect(DeviceTree(roots: ["/nonexistent"]) == nil)
  }

  @Test func knownMachineGetsItsProfile() throws {
    let boards = try BoardProfile.all()
    let machine = DeviceTree(model: "Raspberry Pi 5 Model B Rev 1.0", compatible: [])
    let lines = BoardProfile.answer(for: machine, of: boards)
    #expect(lines.first == "This machine is Raspberry Pi 5 Model B Rev 1.0: raspberry-pi-5")
    #expect(lines.contains { $0.hasPrefix("    line = \"GPIO17\"") })
  }

  @Test func unknownMachineGetsAdvice() throws {
    let boards = try BoardProfile.all()
    let machine = DeviceTree(model: "Toaster", compatible: ["acme,toaster"])
    let text = BoardProfile.answer(for: machine, of: boards).joined(separator: "\n")
    for part in ["Toaster", "acme,toaster", "picket outputs list", "gpioinfo", "raspberry-pi-4"] {
      #expect(text.contains(part), "\(part)")
    }
    let none = BoardProfile.answer(for: nil, of: boards)
    #expect(none.first?.contains("no device tree") == true)
  }

  @Test func unknownNameIsRefusedWithTheNearest() throws {
    let boards = try BoardProfile.all()
    #expect(
      BoardProfile.refusal(of: "raspberrypi4", boards)
        == "there is no profile \"raspberrypi4\"; did you mean raspberry-pi-4?")
    let refusal = BoardProfile.refusal(of: "toaster-9000", boards)
    #expect(refusal.contains("known: beaglebone-black, orange-pi-zero-2,"))
  }
}
