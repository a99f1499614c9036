import Glibc
import Testing

/// Accesses files as a user who does not own them, even if root runs the tests.
///
/// Only this thread changes its user; the C function is `setfsuid`.
func withoutPrivileges(_ body: () throws -> Void) throws {
  let symbol = try #require(dlsym(nil, "setfsuid"))
  let setfsuid = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> CInt).self)
  let user = geteuid()
  if user == 0 { _ = setfsuid(65_534) }
  defer { _ = setfsuid(user) }
  try body()
}
