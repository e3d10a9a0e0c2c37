// Texts for numbers.

/** A number with three significant digits. */
function count(value) {
  if (value >= 1000) {
    return Math.round(value).toLocaleString("en");
  }
  return String(Number(value.toPrecision(3)));
}

function rate(value) {
  return count(value) + "/s";
}

/** A time, given in milliseconds. */
function time(millis) {
  if (millis < 1) {
    return `${count(millis * 1000)} µs`;
  }
  if (millis < 1000) {
    return `${count(millis)} ms`;
  }
  if (millis < 120_000) {
    return `${count(millis / 1000)} s`;
  }
  return millis < 7_200_000 ? `${Math.round(millis / 60_000)} min` : `${count(millis / 3_600_000)} h`;
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

function bytes(value) {
  let unit = 0;
  let scaled = value;
  while (scaled >= 1024 && unit < UNITS.length - 1) {
    scaled /= 1024;
    unit++;
  }
  return `${unit === 0 ? scaled : Number(scaled.toPrecision(3))} ${UNITS[unit]}`;
}

/** MAX_FRAME_BYTES as maxFrameBytes: the name of the option. */
function camel(name) {
  return name.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

/** MAX_FRAME_BYTES as max frame bytes. */
function words(name) {
  return name.toLowerCase().replaceAll("_", " ");
}
