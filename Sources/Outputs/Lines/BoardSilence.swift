/// Switches outputs off that nobody else holds: what is left to do after a controller.
package enum BoardSilence {
  /// What came of one output.
  package enum Outcome: Hashable, Sendable {
    /// It is inactive; the text says which line it is on.
    case inactive(output: String, place: String)
    /// It cannot be had, so it may be active.
    case fault(LineFault)
  }

  /// Requests each output inactive and lets it go again.
  package static func apply(_ outputs: [Output]) -> [Outcome] {
    apply(outputs, pwmRoot: PWMChip.root)
  }

  /// Does the same with PWM chips in another folder.
  package static func apply(_ outputs: [Output], pwmRoot: String) -> [Outcome] {
    let chips = GPIOChips()
    return outputs.filter { $0.line != nil || $0.pwm != nil }.map { output in
      do throws(LineFault) {
        if let pwm = output.pwm {
          let channel = try PWMChannel(pwm, for: GPIOLine.title(output), in: pwmRoot)
          return .inactive(output: output.name, place: channel.place)
        }
        // One at a time, so that one that is held does not keep the others on.
        let held = try GPIOLine.request([output], on: chips)
        return .inactive(output: output.name, place: held[output.name]?.place ?? "")
      } catch {
        return .fault(error)
      }
    }
  }
}
