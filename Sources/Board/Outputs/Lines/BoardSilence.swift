/// Leaves the outputs that no program holds as they are to end, after a controller has ended.
package enum BoardSilence {
  /// The result for one output.
  package enum OutputEnd: Hashable, Sendable {
    /// The output is inactive, or active if it ends so; `place` names its line.
    case left(output: String, isActive: Bool, place: String)
    /// The output could not be requested, so it may be active.
    case fault(LineFault)
  }

  /// Requests each output at the level of its end and releases it again.
  package static func apply(_ outputs: [Output]) -> [OutputEnd] {
    apply(outputs, pwmRoot: PWMChip.root)
  }

  /// Requests and releases each output, with the PWM chips of another folder.
  package static func apply(_ outputs: [Output], pwmRoot: String) -> [OutputEnd] {
    let chips = GPIOChips()
    return outputs.filter { $0.line != nil || $0.pwm != nil }.map { output in
      do throws(LineFault) {
        if let pwm = output.pwm {
          let channel = try PWMChannel(output, pwm, in: pwmRoot)
          return .left(
            output: output.name, isActive: output.endsActive, place: channel.place)
        }
        // One at a time: a line that another program holds must not keep the others on.
        let held = try GPIOLine.request([output], on: chips)
        return .left(
          output: output.name, isActive: output.endsActive, place: held[output.name]?.place ?? "")
      } catch {
        return .fault(error)
      }
    }
  }
}
