import Glibc
@testable import Picket
@testable import Records
@testable import System
import Testing

struct CredentialsTests {
  private static func refusal(_ user: UInt32, _ groups: [UInt32]) -> String? {
    Credentials(process: 1, user: user, groups: groups).refusal(byUser: 500, group: 600)
  }

  @Test func rootSameUserAndGroupAreServed() {
    #expect(Self.refusal(0, [7]) == nil)
    #expect(Self.refusal(500, [7]) == nil)
    #expect(Self.refusal(1000, [600]) == nil)
    #expect(Self.refusal(1000, [1000, 27, 600]) == nil)
  }

  @Test func refusalNamesTheServedUsers() {
    let refusal = Self.refusal(1000, [1000, 500])
    #expect(refusal?.contains("user 1000 may not use this picket") == true)
    #expect(refusal?.contains("user 500 and the members of group 600") == true)
  }

  @Test func kernelReportsTheCredentials() throws {
    let folder = try TemporaryFolder()
    let listener = try ControlSocket(path: "\(folder.path)/socket")
    let client = try Socket.unix()
    try client.connect("\(folder.path)/socket")
    let credentials = try Credentials(of: listener.socket.accept())
    #expect(credentials.process == getpid())
    #expect(credentials.user == geteuid())
    #expect(credentials.groups.contains(getegid()))
    listener.remove()
  }
}
