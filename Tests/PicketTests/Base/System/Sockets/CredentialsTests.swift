import Base
import Glibc
import Records
import Testing

struct CredentialsTests {
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
