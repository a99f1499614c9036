/**
 * Plays a walk by its elapsed time.
 *
 * - start, end: the times at which the walk begins and ends, in seconds
 * - stops: the times at which the player stops, in order: { time, kind, isSilent }
 * - onTime(seconds, isPlaying): the time has changed
 * - text(seconds): the time in words
 */
const makePlayer = (bar, { start, end, stops, onTime, text }) => {
  const find = (name) => bar.querySelector(`[data-play=${name}]`);
  const [scrubber, toggle, speed, clock] = [find("scrub"), find("toggle"), find("speed"), find("clock")];
  const [withSound, atStops] = [find("sound"), find("stops")];
  const buzzer = makeBuzzer();
  let time = start, last = null, isPlaying = false;
  bar.hidden = false;
  [scrubber.min, scrubber.max, scrubber.step] = [start, end, "any"];

  const show = () => {
    scrubber.value = time;
    const words = text(time);
    clock.replaceChildren(words.local, make("small", {}, words.rest));
    scrubber.setAttribute("aria-valuetext", words.local);
  };
  const setPlaying = (value) => {
    isPlaying = value;
    last = null;
    toggle.setAttribute("aria-label", say(value ? "pause" : "play"));
    bar.classList.toggle("playing", value);
    if (value) requestAnimationFrame(frame);
  };
  /** The time of the walk after some seconds of playing. */
  const advanced = (seconds) => {
    const fast = Number(speed.value);
    const slow = Math.min(fast, Math.max(4, fast / 10));
    if (atStops.value !== "slow" || slow === fast) return time + seconds * fast;
    // An event is shown for one and a half seconds: one before it, and half of one after it.
    const next = stops.find((stop) => stop.time + slow / 2 > time)?.time ?? Infinity;
    if (time >= next - slow) return time + seconds * slow;
    return Math.min(time + seconds * fast, next - slow);
  };
  const frame = (now) => {
    if (!isPlaying) return;
    // A hidden page gets no frames: the walk continues from the time at which the page was hidden.
    const passed = last === null ? 0 : Math.min(now - last, 250);
    last = now;
    let next = Math.min(end, advanced(passed / 1000));
    const passedStops = stops.filter((stop) => stop.time > time && stop.time <= next);
    const isStopping = atStops.value === "stop" && passedStops.length > 0;
    const heard = passedStops.find((stop) => !stop.isSilent);
    if (heard && withSound.checked) buzzer.sound(heard.kind);
    if (isStopping) next = passedStops[0].time;
    time = next;
    const isOver = time >= end || isStopping;
    if (isOver) setPlaying(false);
    show();
    onTime(time, isPlaying);
    if (isPlaying) requestAnimationFrame(frame);
  };
  const player = {
    /** Plays from the present time, or pauses. */
    toggle() {
      if (!isPlaying && time >= end) time = start;
      setPlaying(!isPlaying);
      if (!isPlaying) onTime(time, false);
    },
    pause() { if (isPlaying) setPlaying(false); },
    /** Shows a time that another part has chosen. */
    show(seconds) {
      time = clamp(seconds, start, end);
      show();
    },
    /** Moves to the next or the previous stop. */
    step(direction) {
      const times = stops.map((stop) => stop.time);
      const next = direction > 0 ? times.find((one) => one > time + 0.05) : times.findLast((one) => one < time - 0.05);
      player.pause();
      time = next ?? (direction > 0 ? end : start);
      show();
      onTime(time, false);
    },
    get isPlaying() { return isPlaying; },
    get time() { return time; },
  };
  toggle.addEventListener("click", player.toggle);
  find("back").addEventListener("click", () => player.step(-1));
  find("next").addEventListener("click", () => player.step(1));
  withSound.addEventListener("change", () => { if (withSound.checked) buzzer.wake(); });
  for (const name of ["input", "change"]) {
    scrubber.addEventListener(name, () => {
      player.pause();
      time = Number(scrubber.value);
      show();
      // While the slider is dragged, as while the walk plays, the time is not kept in the address.
      onTime(time, name === "input");
    });
  }
  show();
  return player;
};
