import Geofence
import Glibc
@testable import Picket
import Records
import Testing

/// Who may do what at the control socket.
struct ControlRightTests {
  private static let rights = ControlRights(owner: 500, ordering: 600, reading: 700, link: 800)

  private static func right(_ user: UInt32, _ groups: [UInt32]) -> ControlRight? {
    rights.right(of: user, in: groups)
  }

  @Test func rightsFollowUserAndGroups() {
    #expect(Self.right(0, [7]) == .fleet)
    #expect(Self.right(500, [7]) == .fleet)
    #expect(Self.right(800, [7]) == .fleet)
    #expect(Self.right(1000, [1000, 27, 600]) == .order)
    #expect(Self.right(1000, [700, 600]) == .order)
    #expect(Self.right(1000, [700]) == .read)
    #expect(Self.right(1000, [1000, 500, 800]) == nil)
  }

  @Test func missingGroupAndLinkGiveNothing() {
    let rights = ControlRights(owner: 500, ordering: 600, reading: nil, link: nil)
    #expect(rights.right(of: 1000, in: [700]) == nil)
    #expect(rights.right(of: 800, in: []) == nil)
  }

  @Test func refusalNamesTheServedUsers() {
    let refusal = Self.rights.refusal(of: 1000)
    #expect(refusal.kind == .forbidden)
    #expect(refusal.reason.contains("user 1000 may not use this picket"))
    #expect(
      refusal.reason.contains(
        "user 500 and the members of group 600; those of group 700 may read"))
  }

  @Test(arguments: [
    (#"{"do":"status"}"#, ControlRight.read), (#"{"do":"why"}"#, .read),
    (#"{"do":"regions","document":true}"#, .read), (#"{"do":"watch"}"#, .read),
    (#"{"do":"walk","folder":true}"#, .read), (#"{"do":"fleet"}"#, .read),
    (#"{"do":"mute"}"#, .order), (#"{"do":"edit"}"#, .order), (#"{"do":"reload"}"#, .order),
    (#"{"do":"walk","folder":true,"remove":"a"}"#, .order), (#"{"do":"walk"}"#, .read),
    (#"{"do":"walk","stop":true}"#, .order), (#"{"do":"sound"}"#, .order),
    (#"{"do":"fleet","file":"/tmp/mine"}"#, .fleet), (#"{"do":"new"}"#, .order),
    (#"{"do":"survey"}"#, .order), (#"{"do":"status","by":"Ann"}"#, .order),
    (#"{"do":"why","by":null}"#, .read), (#"{"do":"fleet","file":"/tmp/mine","by":"Ann"}"#, .fleet),
  ])
  func requestsNeedTheirRight(_ line: String, _ right: ControlRight) throws {
    let request = try Request(Array(line.utf8))
    #expect(request.right == right)
    #expect(Self.rights.refusal(of: request, from: 1000).kind == .forbidden)
  }

  private static func sender(_ user: UInt32, _ share: String? = nil) -> UserBudgets.Sender {
    UserBudgets.Sender(user: user, share: share)
  }

  @Test func sharesOfAUserHaveTheirOwnBudgets() {
    var budgets = UserBudgets(perHour: 600)
    let now = Instant(.seconds(10))
    func spent(_ share: String) -> Int {
      var count = 0
      while budgets.spend(of: Self.sender(7, share), at: now) == nil { count += 1 }
      return count
    }
    #expect(spent("a") == 60)
    #expect(spent("b") == 60)
    // Names cost nothing, so all of them together have a limit, too.
    let rest = (0..<20).reduce(0) { $0 + spent("c \($1)") }
    #expect(rest == 120)
  }

  @Test func spentBudgetIsNotEverybodys() throws {
    var budgets = UserBudgets(perHour: 600)
    let now = Instant(.seconds(10))
    var count = 0
    while budgets.spend(of: Self.sender(7), at: now) == nil { count += 1 }
    #expect(count == 60)
    let again = budgets.spend(of: Self.sender(7), at: now)
    #expect(again != nil)
    let carrier = budgets.spend(of: Self.sender(1000), at: now)
    #expect(carrier == nil)
  }

  @Test func budgetsOfManyUsersAreBounded() {
    var budgets = UserBudgets(perHour: 600)
    for user in 0..<UInt32(1000) {
      _ = budgets.spend(of: Self.sender(user), at: Instant(.seconds(Int(user))))
    }
    #expect(budgets.count <= 64)
  }
}
