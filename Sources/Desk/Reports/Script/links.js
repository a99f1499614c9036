/** The place on a page that its address names: #e17 an event, #f1234 a fix, #t=754.5 or #t=09:14:31 a time. */
const readLink = (hash) => {
  const event = /^#e([0-9]+)$/.exec(hash);
  if (event) return { event: Number(event[1]) };
  const fix = /^#f([0-9]+)$/.exec(hash);
  if (fix) return { fix: Number(fix[1]) };
  const seconds = /^#t=(-?[0-9]+(?:\.[0-9]+)?)$/.exec(hash);
  if (seconds) return { seconds: Number(seconds[1]) };
  const clock = /^#t=([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]+)?))?$/.exec(hash);
  if (clock) return { clock: 1000 * (3600 * clock[1] + 60 * clock[2] + Number(clock[3] ?? 0)) };
  return {};
};
/** Keeps a place in the address, without a new entry in the history. */
const writeLink = (hash) => {
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
};
