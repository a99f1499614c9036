/** Beeps and vibrates with the buzzer of the board, if asked. */

export class Signals {
  #context = null;
  #tone = null;
  #beeps = false;
  #vibrates = false;

  // A browser lets a page sound only after a tap on it.
  beep(isOn) {
    this.#beeps = isOn;
    if (isOn) (this.#context ??= new AudioContext()).resume(); else this.#silence();
  }

  vibrate(isOn) {
    this.#vibrates = isOn;
    if (!isOn) navigator.vibrate?.(0);
  }

  /** Follows a buzzer that became active or inactive. */
  follow(isActive) {
    if (!isActive) {
      this.#silence();
      if (this.#vibrates) navigator.vibrate?.(0);
      return;
    }
    // The message that ends the sound may be lost, so it is limited: a buzzer never sounds for long.
    if (this.#vibrates) navigator.vibrate?.(2000);
    if (!this.#beeps || this.#tone) return;
    // A phone that slept has stopped it.
    if (this.#context.state !== "running") this.#context.resume();
    const tone = this.#tone = this.#context.createOscillator();
    const volume = this.#context.createGain();
    volume.gain.value = 0.3;
    tone.frequency.value = 2300;
    tone.connect(volume).connect(this.#context.destination);
    tone.start();
    tone.stop(this.#context.currentTime + 5);
    tone.onended = () => { if (this.#tone === tone) this.#tone = null; };
  }

  #silence() {
    this.#tone?.stop();
    this.#tone = null;
  }
}
