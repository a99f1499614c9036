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
