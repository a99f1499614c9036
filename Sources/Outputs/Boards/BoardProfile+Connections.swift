internal import Notation

extension BoardProfile {
  /// The pin of each part; the parts have the names that the picture gives them.
  var connections: [(part: String, pin: Pin)] {
    var list = [
      ("BZ1 (buzzer) +", wiring.supply5V),
      ("R1 (1 kΩ), to Q1's base", wiring.buzzer),
      ("R2 (10 kΩ), to Q1's base", wiring.grounds.buzzer),
      ("Q1's emitter", wiring.grounds.buzzer),
      ("R3 (470 Ω), to D2 (LED) +", wiring.led),
      ("D2 (LED) -", wiring.grounds.led),
      ("S1 (button)", wiring.button),
      ("S1, other side", wiring.grounds.button),
    ]
    if !wiring.pullsUpInside { list.append(("R4 (10 kΩ), to S1's line", wiring.supply3V3)) }
    return list + [
      ("receiver's RX", wiring.transmit),
      ("receiver's TX", wiring.receive),
      ("receiver's VCC", wiring.supply3V3),
      ("receiver's GND", wiring.grounds.receiver),
    ]
  }
}
