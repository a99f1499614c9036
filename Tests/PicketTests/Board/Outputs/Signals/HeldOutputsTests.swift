import Base
@testable import Board
import Geofence
import Records
import Testing

/// The decision about relays and servos, without lines.
struct HeldOutputsTests {
  private static let start = Instant(.seconds(50))

  private static func relay(_ change: (inout Output) -> Void = { _ in }) -> Output {
    var relay = Output(name: "lock")
    relay.kind = .relay
    relay.holdsInside = .some(ids: ["shed"], classes: ["yard"])
    change(&relay)
    return relay
  }

  private static func place(
    _ side: RegionState, _ id: String = "shed", class category: String? = nil, sure: Bool = true,
    awake: Bool = true
  ) -> Presence.Place {
    Presence.Place(id: id, category: category, side: side, isSure: sure, isAwake: awake)
  }

  private func at(_ seconds: Double) -> Instant { Self.start.advanced(by: .seconds(seconds)) }

  /// Whether a relay is on for these places.
  private func isOn(_ relay: Output, _ places: [Presence.Place]) -> Bool {
    var held = HeldOutputs([relay])
    _ = held.update(Presence(places), at: Self.start)
    return held.on == ["lock"]
  }

  @Test func relayIsOnInsideAnyOfItsRegions() {
    let relay = Self.relay()
    #expect(isOn(relay, [Self.place(.inside)]))
    #expect(isOn(relay, [Self.place(.outside), Self.place(.inside, "a", class: "yard")]))
    #expect(!isOn(relay, [Self.place(.outside), Self.place(.inside, "a", class: "other")]))
    #expect(!isOn(relay, [Self.place(.inside, "yard")]))
    #expect(!isOn(relay, []))
  }

  @Test func relayIsOnOutsideAllOfItsRegions() {
    let relay = Self.relay {
      $0.holdsInside = .none
      $0.holdsOutside = .some(ids: ["shed", "zone"])
    }
    #expect(isOn(relay, [Self.place(.outside), Self.place(.outside, "zone")]))
    #expect(isOn(relay, [Self.place(.outside)]))
    #expect(!isOn(relay, [Self.place(.outside), Self.place(.inside, "zone")]))
    #expect(!isOn(relay, [Self.place(.outside), Self.place(.unknown, "zone")]))
    // A region that was removed holds nothing.
    #expect(!isOn(relay, [Self.place(.outside, "other")]))
  }

  @Test(arguments: Output.Doubt.allCases)
  func relayIsOnWhileTooFast(_ doubt: Output.Doubt) {
    let relay = Self.relay {
      $0.holdsInside = .none
      $0.holdsSpeeding = .some(ids: ["shed"], classes: ["yard"])
      $0.doubt = doubt
    }
    func isOn(_ presence: Presence) -> Bool {
      var held = HeldOutputs([relay])
      _ = held.update(presence, at: Self.start)
      return held.on == ["lock"]
    }
    let shed = Presence.Speeding(id: "shed")
    #expect(isOn(Presence(speeding: shed)))
    #expect(isOn(Presence(speeding: Presence.Speeding(id: "a", category: "yard"))))
    #expect(!isOn(Presence(speeding: Presence.Speeding(id: "yard"))))
    #expect(!isOn(Presence([Self.place(.inside)])))
    #expect(isOn(Presence(speeding: shed, isSpeedKnown: false)) == (doubt != .off))
    #expect(isOn(Presence(isSpeedKnown: false)) == (doubt == .on))
    let unknown = HeldDemand(of: relay, in: Presence(isSpeedKnown: false))
    #expect(unknown.reason.text == "the speed is not known")
  }

  @Test(arguments: Output.Doubt.allCases, [RegionState.inside, .outside, .unknown])
  func doubtIsDecidedByTheSetting(_ doubt: Output.Doubt, _ side: RegionState) {
    for isOuter in [false, true] {
      let relay = Self.relay {
        $0.doubt = doubt
        if isOuter { ($0.holdsInside, $0.holdsOutside) = (.none, .some(ids: ["shed"])) }
      }
      let isHeld = side == (isOuter ? .outside : .inside)
      #expect(
        isOn(relay, [Self.place(side, sure: false)])
          == (doubt == .on || doubt == .hold && isHeld))
    }
  }

  @Test func sureRegionCountsMoreThanDoubt() {
    let relay = Self.relay { $0.doubt = .off }
    #expect(
      isOn(relay, [Self.place(.inside, sure: false), Self.place(.inside, "a", class: "yard")]))
  }

  @Test func sleepingRegionHoldsNoRelay() {
    #expect(!isOn(Self.relay(), [Self.place(.inside, awake: false)]))
    let light = Self.relay { $0.kind = .light }
    var held = HeldOutputs([light])
    #expect(held.update(Presence([Self.place(.inside, awake: false)]), at: Self.start).isEmpty)
    #expect(held.sides == ["lock": .inside])
  }

  @Test func delaysCountFromTheChange() {
    var held = HeldOutputs([
      Self.relay { ($0.onDelay, $0.offDelay) = (.seconds(5), .seconds(60)) }
    ])
    #expect(held.update(Presence([Self.place(.inside)]), at: at(0)).isEmpty)
    #expect(held.deadline == at(5))
    #expect(held.reasons(at: at(1))["lock"]?.text == "the start; on in 4 s")
    // A carrier that is outside again in time changes nothing.
    #expect(held.update(Presence([Self.place(.outside)]), at: at(3)).isEmpty)
    #expect(held.deadline == nil)
    #expect(held.update(Presence([Self.place(.inside)]), at: at(10)).isEmpty)
    #expect(held.deadlineReached(at: at(14.9)).isEmpty)
    #expect(held.deadlineReached(at: at(15)).map(\.said.text) == ["lock on: inside shed"])
    #expect(held.update(Presence([Self.place(.outside)]), at: at(20)).isEmpty)
    #expect(held.on == ["lock"])
    #expect(held.update(Presence([Self.place(.outside)]), at: at(50)).isEmpty)
    #expect(
      held.update(Presence([Self.place(.outside)]), at: at(80)).map(\.said.text)
        == ["lock off: not inside shed, class:yard"])
    #expect(held.deadline == nil)
  }

  @Test func doubtSwitchesOnceItHasLasted() {
    var held = HeldOutputs([Self.relay { ($0.doubt, $0.onDelay) = (.off, .seconds(1)) }])
    _ = held.update(Presence([Self.place(.inside)]), at: at(0))
    #expect(held.deadlineReached(at: at(1)).map(\.isOn) == [true])
    let unsure = Presence([Self.place(.inside, sure: false)])
    #expect(held.update(unsure, at: at(10)).isEmpty)
    #expect(held.reasons(at: at(12))["lock"]?.text == "inside shed; off in 3 s")
    // A side that is sure again in time changes nothing, and one that is surely left switches at once.
    #expect(held.update(Presence([Self.place(.inside)]), at: at(14)).isEmpty)
    #expect(held.deadline == nil)
    #expect(held.update(unsure, at: at(20)).isEmpty)
    #expect(held.deadlineReached(at: at(24.9)).isEmpty)
    #expect(held.deadlineReached(at: at(25)).map(\.isOn) == [false])
    _ = held.update(Presence([Self.place(.inside)]), at: at(30))
    _ = held.deadlineReached(at: at(31))
    #expect(held.update(unsure, at: at(40)).isEmpty)
    #expect(held.update(Presence([Self.place(.outside)]), at: at(41)).map(\.isOn) == [false])
  }

  @Test func restartGoesOnFromTheLastLevel() {
    let relay = Self.relay { $0.offDelay = .seconds(30) }
    var held = HeldOutputs([relay], on: ["lock", "gone"])
    #expect(held.on == ["lock"])
    #expect(held.update(Presence([Self.place(.inside, sure: false)]), at: at(0)).isEmpty)
    #expect(held.update(Presence([Self.place(.outside)]), at: at(1)).isEmpty)
    #expect(held.deadlineReached(at: at(31)).map(\.isOn) == [false])
  }

  @Test func onlySomeNeedAllRegions() {
    #expect(!HeldOutputs([Self.relay()]).needsAll)
    #expect(HeldOutputs([Self.relay { $0.doubt = .on }]).needsAll)
    #expect(HeldOutputs([Self.relay { $0.holdsOutside = .any }]).needsAll)
    #expect(!HeldOutputs([Output(name: "buzzer")]).isUsed)
  }

  @Test func panelMutesNoRelay() {
    let bench = Bench { list in
      list.append(
        Self.relay {
          $0.holdsInside = .any
          $0.endsActive = true
        })
    }
    // It is requested active, and the first decision counts.
    #expect(bench.panel.level(of: "lock") == .active())
    #expect(bench.hold([]) == ["lock off"])
    #expect(bench.hold([nil]) == ["lock on"])
    #expect(bench.mute().isEmpty)
    #expect(bench.play("enter", ["buzzer": "100"]).isEmpty)
    #expect(bench.hold([]) == ["lock off"])
    #expect(bench.stop() == ["lock on"])
  }

  /// A carrier reads them in their language.
  @Test func reasonsHaveASentence() {
    let names = RegionChoice.some(ids: ["shed", "a", "b", "c"], classes: ["yard"])
    var outputs: [Output] = []
    for doubt in Output.Doubt.allCases {
      for holder in [names, .any] {
        outputs.append(Self.relay { ($0.holdsInside, $0.doubt) = (holder, doubt) })
        outputs.append(
          Self.relay { ($0.holdsInside, $0.holdsOutside, $0.doubt) = (.none, holder, doubt) })
        outputs.append(
          Self.relay { ($0.holdsInside, $0.holdsSpeeding, $0.doubt) = (.none, holder, doubt) })
      }
    }
    var presences = [
      Presence(), Presence(isSpeedKnown: false), Presence(speeding: Presence.Speeding(id: "shed")),
    ]
    for side in [RegionState.inside, .outside, .unsure, .unknown] {
      let places = ["shed", "a", "b", "c"].map { Self.place(side, $0, sure: side != .unsure) }
      presences += [Presence([places[0]]), Presence(places)]
      for alarm in [[], [Event.Kind.enter, .exit]] {
        presences.append(Presence([Presence.Place(id: "shed", side: side, alarm: Set(alarm))]))
      }
    }
    var found: Set<Reason> = []
    for var output in outputs {
      (output.onDelay, output.offDelay) = (.seconds(5), .seconds(5))
      for presence in presences {
        var held = HeldOutputs([output])
        _ = held.update(presence, at: Self.start)
        let changes = held.deadlineReached(at: at(9))
        found.formUnion(changes.map(\.said))
        found.formUnion(held.reasons(at: Self.start).values)
      }
    }
    #expect(found.count > 10, "\(found)")
    for reason in found { #expect(Voice.log.knows(reason), "\(reason)") }
  }
}
