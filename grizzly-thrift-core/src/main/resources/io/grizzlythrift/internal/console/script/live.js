// The page Live: asks for snapshots while it is seen, one after the other, and shows them.

const INTERVAL_MILLIS = 2_000;
const TIMEOUT_MILLIS = 10_000;

/** The span of the charts grows with what is known. */
const MIN_SHOWN_MILLIS = 60_000;
const MAX_SHOWN_MILLIS = 300_000;

class LivePage {
  /** @param report shows a text in the header */
  constructor(report) {
    this.report = report;
    this.history = new History();
    this.method = "";
    this.isOpen = false;
    this.isPaused = false;
    this.polls = false;
    this.tiles = new Tiles();
    this.charts = [
      new ChartOf("Calls per second", ["calls"], rate, point => [point.calls]),
      new ChartOf("Calls in flight", ["in flight"], count, point => [point.inFlight]),
      new ChartOf("Time in the handler", ["p50", "p99"], time, point => point.handled ?? [null, null]),
      new ChartOf("Time in queue", ["p50", "p99"], time, point => point.queued ?? [null, null]),
    ];
    this.tables = new LiveTables(this.history);
    this.title = el("h2");
    this.span = el("p.quiet");
    this.pause = button("Pause", () => this.togglePause());
    this.element = el("div.live", {},
      el("div.head", {}, el("h1", {}, "Live"), this.pause),
      this.tiles.element,
      el("section.panel", {}, el("div.head", {}, this.title, this.span),
        el("div.charts", {}, this.charts.map(each => each.chart.element))),
      this.tables.elements);
    document.addEventListener("visibilitychange", () => this.run());
  }

  open(kind, [name = ""]) {
    this.method = name;
    this.isOpen = true;
    show(this.title, name === "" ? "All methods" : [name, " ", el("a", { href: "#/live" }, "All methods")]);
    this.draw();
    this.run();
    return name === "" ? "Live" : `${name}, live`;
  }

  close() {
    this.isOpen = false;
    this.report("");
  }

  togglePause() {
    this.isPaused = !this.isPaused;
    this.pause.textContent = this.isPaused ? "Continue" : "Pause";
    this.run();
  }

  wants() {
    return this.isOpen && !this.isPaused && !document.hidden;
  }

  /** Polls until nobody looks. At most one run of this method is active, so at most one request is. */
  async run() {
    if (this.polls) {
      return;
    }
    this.polls = true;
    while (this.wants()) {
      try {
        const snapshot = readSnapshot(await getData("live", AbortSignal.timeout(TIMEOUT_MILLIS)));
        this.history.add(snapshot);
        this.tables.update(snapshot);
        this.tiles.update(snapshot, this.history);
        this.draw();
        this.report("");
      } catch (e) {
        this.report(`No data: ${e.message}`);
      }
      await new Promise(resolve => setTimeout(resolve, INTERVAL_MILLIS));
    }
    this.polls = false;
    if (this.isOpen && this.isPaused) {
      this.report("Paused");
    }
  }

  draw() {
    const to = this.history.last?.uptime ?? 0;
    const span = Math.min(MAX_SHOWN_MILLIS, Math.max(MIN_SHOWN_MILLIS, to - (this.history.first ?? to)));
    this.charts.forEach(each => each.draw(this.history, this.method, to - span, to));
    setText(this.span, `The last ${time(span)}`);
    this.charts[1].chart.element.hidden = this.method !== "";
  }
}

class ChartOf {
  constructor(title, lines, format, values) {
    this.chart = new Chart(title, lines, format);
    this.values = values;
  }

  draw(history, method, from, to) {
    this.chart.draw(history.of(method, this.values).filter(point => point[0] >= from), from, to);
  }
}

/** The numbers at the top. */
class Tiles {
  constructor() {
    this.values = new Map();
    this.element = el("dl.tiles");
    for (const name of ["State", "Calls", "In flight", "Failed", "Rejected", "Connections", "Memory budget", "Up"]) {
      const value = el("dd", {}, "–");
      this.values.set(name, value);
      this.element.append(el("div", {}, el("dt", {}, name), value));
    }
  }

  update(snapshot, history) {
    const perSecond = value => (value === null ? "–" : rate(value));
    const set = (name, text) => setText(this.values.get(name), text);
    const { counts, memory } = snapshot;
    set("State", snapshot.drain ? `${snapshot.state}: ${snapshot.drain}` : snapshot.state);
    set("Calls", perSecond(history.rates.calls));
    set("In flight", `${count(counts.inFlight)} of ${count(counts.inFlightLimit)}`);
    set("Failed", perSecond(history.rates.failures));
    set("Rejected", perSecond(history.rates.rejected));
    set("Connections", count(counts.openConnections));
    set("Memory budget", `${Math.round(100 * memory.usedBytes / memory.maxBytes)} %`);
    set("Up", time(snapshot.uptime));
  }
}
