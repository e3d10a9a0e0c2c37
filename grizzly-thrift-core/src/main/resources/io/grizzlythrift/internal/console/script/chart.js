// Small line charts. A chart is drawn anew for each poll; it has one path for each line, so that costs little.

const WIDTH = 320;
const HEIGHT = 96;
const TOP = 6;
const BOTTOM = 4;

class Chart {
  /**
   * @param title what is shown
   * @param lines the names of the lines, at most three
   * @param format makes the text of a value
   */
  constructor(title, lines, format) {
    this.format = format;
    this.names = lines;
    this.paths = lines.map((_, index) => svg(`path.line${index}`, { "vector-effect": "non-scaling-stroke" }));
    this.top = el("span.top");
    this.values = lines.map(() => el("b"));
    const legend = lines.map((name, index) =>
      el("span", {}, lines.length > 1 ? el(`i.line${index}`, { "aria-hidden": "true" }) : null, name, " ", this.values[index]));
    this.drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": title },
      svg("path.grid", { d: `M0 ${TOP}H${WIDTH}M0 ${(TOP + HEIGHT - BOTTOM) / 2}H${WIDTH}M0 ${HEIGHT - BOTTOM}H${WIDTH}`,
        "vector-effect": "non-scaling-stroke" }),
      this.paths);
    this.element = el("figure.chart", {}, el("figcaption", {}, el("span.title", {}, title), legend),
      el("div.plot", {}, this.drawing, this.top));
  }

  /**
   * Draws points.
   *
   * @param points [time, value of the first line, value of the second ...]; null is a gap
   * @param from the time at the left edge
   * @param to the time at the right edge
   */
  draw(points, from, to) {
    let highest = 0;
    for (const point of points) {
      for (let i = 1; i < point.length; i++) {
        highest = Math.max(highest, point[i] ?? 0);
      }
    }
    const scale = roundUp(highest);
    this.paths.forEach((path, index) => path.setAttribute("d", lineOf(points, index + 1, from, to, scale)));
    setText(this.top, highest > 0 ? this.format(scale) : "");
    const last = points[points.length - 1];
    const now = this.names.map((_, index) => (last && last[index + 1] != null ? this.format(last[index + 1]) : "–"));
    this.values.forEach((value, index) => setText(value, now[index]));
  }
}

function lineOf(points, index, from, to, scale) {
  let path = "";
  let pen = "M";
  for (const point of points) {
    if (point[index] == null) {
      pen = "M";
      continue;
    }
    const x = (point[0] - from) / (to - from) * WIDTH;
    const y = HEIGHT - BOTTOM - (scale > 0 ? point[index] / scale : 0) * (HEIGHT - BOTTOM - TOP);
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
    pen = "L";
  }
  return path;
}

/** Returns 1, 2 or 5 times a power of ten: the scale does not change with each value. */
function roundUp(value) {
  if (!(value > 0)) {
    return 0;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value * 0.9999999);
}
