internal import Notation

extension BoardProfile {
  /// What goes to which pin; the parts are called what they are called in the picture.
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
