import Base
import Glibc
import Testing

struct SystemErrorTests {
  @Test func errorHasCallAndReason() {
    let error = SystemError("open /dev/gpiochip0", code: ENOENT)
    #expect(error.description == "open /dev/gpiochip0: No such file or directory")
    #expect(error.reason == "No such file or directory")
  }

  @Test func errorHasTheFailedCallsCode() {
    let file = open("/nowhere/at/all", O_RDONLY)
    let error = SystemError("open /nowhere/at/all")
    #expect(file == -1)
    #expect(error.code == ENOENT)
  }
}
