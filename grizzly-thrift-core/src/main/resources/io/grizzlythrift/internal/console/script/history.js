// What the charts show: values of the last minutes, made from the differences of two snapshots. The server keeps none.

/** Ten minutes of polls. */
const MAX_POINTS = 300;

/** Longer without a snapshot is a gap: the page was hidden, or the server did not answer. */
const GAP_MILLIS = 10_000;

class History {
  constructor() {
    this.first = null;
    this.last = null;
    this.points = new Map();
    this.rates = { calls: null, failures: null, rejected: null };
    this.methodRates = new Map();
  }

  /** Adds a snapshot. A server that has started again begins anew. */
  add(snapshot) {
    const before = this.last;
    this.last = snapshot;
    if (!before || snapshot.uptime < before.uptime) {
      this.points.clear();
      this.first = snapshot.uptime;
    }
    const millis = before ? snapshot.uptime - before.uptime : 0;
    if (millis <= 0) {
      return;
    }
    const rate = (now, then) => Math.max(0, now - then) * 1000 / millis;
    this.rates = {
      calls: rate(snapshot.ended, before.ended),
      failures: rate(snapshot.failed, before.failed),
      rejected: rate(snapshot.counts.rejectedCalls, before.counts.rejectedCalls),
    };
    const isGap = millis > GAP_MILLIS;
    this.push("", snapshot, isGap, this.rates.calls, snapshot.counts.inFlight, snapshot.all);
    const earlier = new Map(before.methods.items.map(method => [method.name, method]));
    for (const method of snapshot.methods.items) {
      const calls = rate(method.calls, earlier.get(method.name)?.calls ?? 0);
      this.methodRates.set(method.name, calls);
      this.push(method.name, snapshot, isGap, calls, null, method);
    }
  }

  push(key, snapshot, isGap, calls, inFlight, { handled, queued }) {
    let list = this.points.get(key);
    if (!list) {
      list = [];
      this.points.set(key, list);
    }
    if (isGap) {
      list.push({ at: snapshot.uptime - 1 });
    }
    list.push({ at: snapshot.uptime, calls, inFlight, handled, queued });
    if (list.length > MAX_POINTS) {
      list.splice(0, list.length - MAX_POINTS);
    }
  }

  /** Returns the points of a method, or of all with an empty name: [time, values ...] */
  of(name, values) {
    return (this.points.get(name) ?? []).map(point => [point.at, ...values(point)]);
  }
}
