/** The buzzer of a player, with a board's default signals. */
const makeBuzzer = () => {
  // Milliseconds on and off, as in Picket's default signals.
  const patterns = {
    enter: [100, 150, 100], exit: [500], dwell: [100, 150, 100, 150, 100],
    reminder: [100, 650, 100], mark: [100, 150, 500],
  };
  let context = null, end = 0;
  return {
    /** Switches the buzzer on: browsers allow this only in response to a tap. */
    wake() {
      context ??= new AudioContext();
      context.resume();
    },
    sound(kind) {
      // While one signal sounds, others are left out: with a fast player the sound would never end.
      if (!context || context.currentTime < end) return;
      let at = context.currentTime + 0.01;
      (patterns[kind] ?? patterns.mark).forEach((milliseconds, index) => {
        const stop = at + milliseconds / 1000;
        if (index % 2 === 0) {
          const [tone, volume] = [context.createOscillator(), context.createGain()];
          [tone.type, tone.frequency.value, volume.gain.value] = ["square", 2700, 0.08];
          tone.connect(volume).connect(context.destination);
          tone.start(at);
          tone.stop(stop);
        }
        at = stop;
      });
      end = at;
    },
  };
};
