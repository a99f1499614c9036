/// A result of the monitor's work.
public enum Finding: Hashable, Sendable {
  /// A crossing or a stay was confirmed.
  case event(Event)
  /// A region's state became known, or changed without a requested event.
  case determined(String, RegionState)
  /// A gate is near or may have been crossed: the state is worth saving.
  case noted(String)
  /// No fix could be trusted for too long; the last one was at this time.
  case blind(since: Timestamp?)
  /// A fix can be trusted, the first ever or the first after this long.
  case sighted(at: Timestamp, unseen: Duration?)
  /// A region's time has come and it is no longer watched.
  case expired(String)
  /// A region is watched again: its time was over by a date that the receiver has corrected.
  case resumed(String)
  /// From this instant on another approach cue plays, or no cue.
  case cue(Cue?, at: Instant)
}
