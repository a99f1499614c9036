import Base
@testable import Desk
import Records
import Testing

/// The facts of the machine that the doctor reads.
struct MachineFactsTests {
  @Test func lastDEVICESOfGPSDCounts() {
    let text = "START_DAEMON=\"true\"\nDEVICES=\"\"\nDEVICES='/dev/serial0 /dev/ttyACM0' # both\n"
    #expect(GPSDDefaults.devices(in: text) == ["/dev/serial0", "/dev/ttyACM0"])
    #expect(GPSDDefaults.devices(in: "# DEVICES=\"/dev/ttyS9\"\n").isEmpty)
    #expect(GPSDDefaults.devices(in: text.replacing("\n", with: "\r\n")).count == 2)
  }

  @Test func consolesOfTheKernelAreRead() {
    let line = "coherent_pool=1M console=ttyS0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"
    #expect(SerialConsole.consoles(in: line) == ["ttyS0", "tty1"])
    // A text editor of Windows may have written cmdline.txt.
    #expect(SerialConsole.consoles(in: "rootwait console=ttyS0\r\n") == ["ttyS0"])
  }

  @Test func loginsAreUnitsOfSystemd() {
    let text = "serial-getty@ttyAMA0.service loaded active running Serial Getty on ttyAMA0\n"
    #expect(SerialConsole.logins(in: text) == ["ttyAMA0"])
    #expect(SerialConsole.logins(in: "").isEmpty)
  }

  @Test(arguments: [
    (0, ""), (1, "; it was restarted 1 time"), (2, "; it was restarted 2 times"),
  ]) func restartsOfAUnitAreCounted(_ count: Int, _ words: String) {
    let unit = UnitState("ActiveState=active\nUnitFileState=enabled\nNRestarts=\(count)\n")
    let diagnosis = unit.diagnosis(.link, of: "picket-link", mistakes: "")
    #expect(diagnosis.found.text == "picket-link.service runs\(words)")
  }

  @Test func bitsOfTheFirmwareAreHexadecimal() {
    #expect(PowerSupply.bits(in: "throttled=0x50005\n") == 0x50005)
    #expect(PowerSupply.bits(in: "error=1\n") == nil)
  }

  @Test func outputOfAProgramIsRead() {
    let output = ProgramResult(of: ["sh", "-c", "echo found; exit 3"], within: .seconds(20))
    #expect(output == ProgramResult(status: 3, text: "found\n"))
    #expect(ProgramResult(of: ["no-such-program-anywhere"], within: .seconds(20)) == nil)
    #expect(ProgramResult(of: ["sh", "-c", "kill -9 $$"], within: .seconds(20))?.status == nil)
  }

  @Test func programThatHangsIsEnded() {
    let start = ContinuousClock.now
    #expect(ProgramResult(of: ["sleep", "60"], within: .milliseconds(200)) == nil)
    #expect(
      ProgramResult(of: ["sh", "-c", "exec >&-; sleep 60"], within: .milliseconds(200)) == nil)
    #expect(start.duration(to: .now) < .seconds(30))
  }

  @Test func rootIsInItsGroup() {
    #expect(Accounts.groups(of: "root")?.contains("root") == true)
    #expect(Accounts.groups(of: "no-such-user-here") == nil)
    #expect(Accounts.ownership(of: "/etc/passwd")?.owner == "root")
  }

  @Test func rightsFollowOwnerGroupAndOthers() {
    func rights(_ mode: UInt32, _ group: String = "picket") -> FileRights {
      FileRights(path: "/etc/picket/regions.geojson", owner: "root", group: group, mode: mode)
    }
    #expect(rights(0o640).isReadable(by: "picket", groups: ["picket"]))
    #expect(rights(0o644, "root").isReadable(by: "picket", groups: ["picket"]))
    #expect(!rights(0o640, "root").isReadable(by: "picket", groups: ["picket"]))
    #expect(!rights(0o604).isReadable(by: "picket", groups: ["picket"]))
  }
}
