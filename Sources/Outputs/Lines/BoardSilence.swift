/// Switches off the outputs that no program holds, for use after a controller has ended.
package enum BoardSilence {
  /// The result for one output.
  package enum Outcome: Hashable, Sendable {
    /// The output is inactive; `place` names its line.
    case inactive(output: String, place: String)
    /// The output could not be requested, so it may be active.
    case fault(LineFault)
  }

  /// Requests each output inactive and releases it again.
  package static func apply(_ outputs: [Output]) -> [Outcome] {
    apply(outputs, pwmRoot: PWMChip.root)
  }

  /// Requests and releases each output, with the PWM chips of another folder.
  package static func apply(_ outputs: [Output], pwmRoot: String) -> [Outcome] {
    let chips = GPIOChips()
    return outputs.filter { $0.line != nil || $0.pwm != nil }.map { output in
      do throws(LineFault) {
        if let pwm = output.pwm {
          let channel = try PWMChannel(pwm, for: GPIOLine.title(output), in: pwmRoot)
          return .inactive(output: output.name, place: channel.place)
        }
        // One at a time: a line that another program holds must not keep the others on.
        let held = try GPIOLine.request([output], on: chips)
        return .inactive(output: output.name, place: held[output.name]?.place ?? "")
      } catch {
        return .fault(error)
      }
    }
  }
}
