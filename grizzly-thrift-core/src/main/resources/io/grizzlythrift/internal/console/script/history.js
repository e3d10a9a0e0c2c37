// What the charts show: values of the last minutes, made from the differences of two snapshots. The server keeps none.

/** Ten minutes of polls. */
const MAX_POINTS = 300;

/** Longer without a snapshot is a gap: the page was hidden, or the server did not answer. */
const GAP_MILLIS = 10_000;

const NO_RATES = { calls: null, failures: null, rejected: null };

class History {
  constructor() {
    this.first = null;
    this.last = null;
    this.points = new Map();
    this.rates = NO_RATES;
    this.methodRates = new Map();
  }

  /** Adds a snapshot. A server that has started again begins anew. */
  add(snapshot) {
    const before = this.last;
    this.last = snapshot;
    if (!before || snapshot.uptime < before.uptime) {
      this.points.clear();
      this.methodRates.clear();
      this.rates = NO_RATES;
      this.first = snapshot.uptime;
    }
    const millis = before ? snapshot.uptime - before.uptime : 0;
    if (millis <= 0) {
      return;
    }
    const rate = (now, then) => Math.max(0, now - then) * 1000 / millis;
    const compared = withEarlier(snapshot.methods, before.methods);
    const sum = part => compared.reduce((total, [now, then]) => total + Math.max(0, part(now) - part(then)), 0);
    this.rates = {
      calls: rate(sum(method => method.calls), 0),
      failures: rate(sum(method => method.failed), 0),
      rejected: rate(snapshot.counts.rejectedCalls, before.counts.rejectedCalls),
    };
    const isGap = millis > GAP_MILLIS;
    this.push("", snapshot, isGap, this.rates.calls, snapshot.counts.inFlight, snapshot.all);
    this.methodRates.clear();
    for (const [method, then] of compared) {
      const calls = rate(method.calls, then.calls);
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

/**
 * Returns pairs of methods, as they are and as they were. A method that an incomplete list lacked is left out: nobody knows
 * which of its calls are new.
 */
function withEarlier(now, before) {
  const earlier = new Map(before.items.map(method => [method.name, method]));
  const unlisted = before.items.length >= before.total ? { calls: 0, failed: 0 } : null;
  return now.items.map(method => [method, earlier.get(method.name) ?? unlisted]).filter(([, then]) => then);
}
