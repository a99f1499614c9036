const byId = (id) => document.getElementById(id);
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
const tenths = (value) => String(Math.round(value) / 10);
/** A length of time: 0:09, 12:34, 1:02:03. */
const spanText = (seconds) => {
  const [whole, sign] = [Math.floor(Math.abs(seconds)), seconds < 0 ? "-" : ""];
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return sign + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(whole % 60)}`;
};
/** The numbers that Columns.swift wrote: seven bits to a byte, the lowest first, the sign in the lowest bit. */
const numbers = (text) => {
  const bytes = atob(text);
  const result = [];
  let value = 0, scale = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes.charCodeAt(at);
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) {
      result.push(value % 2 ? -(value + 1) / 2 : value / 2);
      value = 0;
      scale = 1;
    }
  }
  return result;
};
const sums = (text) => {
  let sum = 0;
  return numbers(text).map((step) => (sum += step));
};
