// The tables of the page Live.

const text = (title, cell) => ({ title, cell });
const number = (title, cell) => ({ title, cell, number: true });
const known = value => (value === null || value === undefined || value === "" ? "–" : value);
const timeOf = value => (value === null ? "–" : time(value));
const SHOWN_METHODS = 100;

class LiveTables {
  constructor(history) {
    this.history = history;
    this.methods = new Table("Methods", [
      { title: "Method", cell: (method, cell) => linkTo(cell, method.name) },
      number("Calls/s", method => rate(history.methodRates.get(method.name) ?? 0)),
      number("Calls", method => count(method.calls)),
      number("Failed", method => count(method.failed)),
      number("Handler p50", method => timeOf(method.handled[0])),
      number("Handler p99", method => timeOf(method.handled[1])),
      number("Queue p50", method => timeOf(method.queued[0])),
      number("Queue p99", method => timeOf(method.queued[1])),
    ], "No calls yet.");
    this.calls = new Table("Calls in flight", [
      text("Method", call => call.name),
      text("State", call => words(call.state)),
      number("Age", call => time(call.age)),
      number("Time left", call => timeOf(call.remaining)),
      text("Peer", call => call.peer),
      text("Identity", call => known(call.identity)),
      { title: "Thread", cell: (call, cell) => this.threadCell(call, cell) },
    ], "None now.");
    this.slow = new Table("Slow calls", [
      text("Ended", call => new Date(call.ended).toLocaleTimeString()),
      text("Method", call => call.name),
      number("Queued", call => time(call.queued)),
      number("Handled", call => time(call.handled)),
      number("Request", call => bytes(call.messageBytes)),
      number("Reply", call => bytes(call.replyBytes)),
      text("Peer", call => call.peer),
      text("Identity", call => known(call.identity)),
    ], "None.");
    this.connections = new Table("Connections", [
      text("Peer", each => each.peer),
      text("Dialect", each => known([each.dialect, each.protocol].filter(Boolean).map(words).join(", "))),
      text("TLS", each => (each.tls ? "yes" : "no")),
      text("Identity", each => known(each.identity)),
      number("In flight", each => count(each.inFlight)),
      number("Waiting reads", each => count(each.waitingReads)),
      number("Threads", each => count(each.threads)),
      number("Buffered", each => bytes(each.bufferedBytes)),
      number("Unsent", each => bytes(each.unsentBytes)),
      text("Reading", each => (each.readingPaused ? "paused" : each.established ? "yes" : "handshake")),
      number("Age", each => time(each.age)),
      number("Idle", each => (each.idle > 0 ? time(each.idle) : "–")),
    ], "None.");
    this.limits = new Table("Limits", [
      text("Limit", limit => camel(limit.type)),
      number("Bound", limit => (limit.bound === null ? "none" : amount(limit, limit.bound))),
      barColumn("Held", limit => (limit.held === null ? "–" : amount(limit, limit.held)),
        limit => (limit.held === null || !limit.bound ? null : Math.min(1, limit.held / limit.bound))),
      number("Reached", limit => count(limit.reached)),
    ], "None.");
    this.memory = new Table("Memory", [
      text("Part", part => words(part.name)),
      barColumn("In use", part => bytes(part.bytes), part => part.bytes / part.maxBytes),
    ], "None.");
    this.queues = new Table("Queues", [
      text("Threads of", queue => queue.method || "the server"),
      barColumn("Waiting reads", queue => `${count(queue.waitingReads)} of ${count(queue.capacity)}`, queue => queue.waitingReads / queue.capacity),
      barColumn("Threads", queue => `${queue.runningThreads} of ${queue.maxThreads}`, queue => queue.runningThreads / queue.maxThreads),
      number("Connections to serve", queue => count(queue.readyConnections)),
      text("Overloaded", queue => (queue.overloaded ? "yes" : "no")),
    ], "The strategy has no queue.");
    this.placements = new Table("Where methods run", [
      text("Method", method => method.name),
      text("On", method => (method.placement.onSelectorThreads ? "selector threads" : "the pool")),
      text("Because", method => method.placement.reason),
      number("To selectors", method => count(method.placement.promotions)),
      number("To the pool", method => count(method.placement.demotions)),
      number("Last slow call", method => (method.placement.lastSlowCall > 0 ? time(method.placement.lastSlowCall) : "–")),
    ], "");
    this.threads = new Table("Threads", [
      text("Role", each => each.role),
      number("Threads", each => count(each.count)),
      number("Not waiting", each => count(each.runnable)),
      number("CPU time", each => (each.cpuTime > 0 ? time(each.cpuTime) : "–")),
    ], "None.");
    this.clients = new Table("Clients of this process", [
      text("Client", client => client.name),
      text("State", client => client.state),
      number("Calls", client => count(client.calls)),
      number("In flight", client => count(client.inFlight)),
      number("Retries", client => count(client.retries)),
      number("Hedges", client => count(client.hedges)),
      number("Over budget", client => count(client.overBudget)),
      number("Budget left", client => (client.budget === null ? "–" : count(client.budget))),
      text("Failures", client => known(Object.entries(client.failures).map(([cause, number]) => `${words(cause)}: ${count(number)}`).join(", "))),
    ], "None.");
    this.endpoints = new Table("Endpoints of these clients", [
      text("Client", each => each.client),
      text("Endpoint", each => each.endpoint),
      text("State", each => words(each.state)),
      number("Connections", each => count(each.openConnections)),
      number("In flight", each => count(each.inFlight)),
      number("Waiting", each => count(each.waiting)),
      number("Latency", each => timeOf(each.latency)),
      number("Reconnects", each => count(each.reconnects)),
      number("Ejections", each => count(each.ejections)),
      text("Last failure", each => known(each.lastFailure)),
    ], "None.");
    this.stack = new StackPanel();
    this.elements = [this.methods, this.calls, this.slow, this.queues, this.placements, this.limits, this.memory, this.threads,
      this.connections, this.clients, this.endpoints].map(table => table.element);
    this.elements.splice(2, 0, this.stack.element);
  }

  update(snapshot) {
    const methods = snapshot.methods.items.map(method => [this.history.methodRates.get(method.name) ?? 0, method])
      .sort((a, b) => b[0] - a[0] || b[1].calls - a[1].calls).map(pair => pair[1]).slice(0, SHOWN_METHODS);
    this.methods.update(methods, snapshot.methods.total);
    this.calls.update(snapshot.calls.items, snapshot.calls.total);
    this.slow.update(snapshot.slowCalls.items, snapshot.slowCalls.total);
    this.slow.empty = snapshot.slowThreshold === null
      ? "Not recorded: the server has no slowCallThreshold." : `None above ${time(snapshot.slowThreshold)}.`;
    this.connections.update(snapshot.connections.items, snapshot.connections.total);
    this.limits.update(snapshot.limits);
    this.memory.update(snapshot.memory.parts);
    this.queues.update(snapshot.queues);
    const placed = snapshot.methods.items.filter(method => method.placement);
    this.placements.update(placed.slice(0, SHOWN_METHODS), placed.length);
    this.placements.element.hidden = placed.length === 0;
    this.threads.update(snapshot.threads);
    this.clients.update(snapshot.clients);
    this.endpoints.update(snapshot.endpoints);
    this.clients.element.hidden = this.endpoints.element.hidden = snapshot.clients.length === 0;
  }

  threadCell(call, cell) {
    if (!cell.name) {
      cell.name = el("span");
      cell.opener = button("Stack", () => this.stack.open(cell.call));
      cell.replaceChildren(cell.name, " ", cell.opener);
    }
    cell.call = call;
    setText(cell.name, known(call.thread));
    cell.opener.hidden = !call.thread;
    cell.opener.setAttribute("aria-label", `Stack of ${call.thread ?? ""}`);
  }
}

/** The stack of a thread, which is only read when somebody asks. */
class StackPanel {
  constructor() {
    this.titleId = newId();
    this.title = el("h2", { id: this.titleId, tabindex: "-1" });
    this.contents = el("pre", { tabindex: "0", "aria-labelledby": this.titleId });
    this.element = el("section.panel", { hidden: true, "aria-labelledby": this.titleId },
      el("div.head", {}, this.title, button("Close", () => { this.element.hidden = true; })), this.contents);
  }

  async open(call) {
    this.element.hidden = false;
    setText(this.title, `Stack of ${call.thread}`);
    setText(this.contents, "Reading …");
    this.title.focus();
    try {
      const { calls } = readSnapshot(await getData("stacks"));
      const found = calls.items.find(each => each.thread === call.thread);
      const same = found && found.name === call.name;
      setText(this.contents, same ? [`${found.name}, for ${time(found.age)}`, ...found.stack].join("\n    at ")
        : "The call has ended.");
    } catch (e) {
      setText(this.contents, e.message);
    }
  }
}

function linkTo(cell, name) {
  if (!cell.link) {
    cell.link = el("a");
    cell.replaceChildren(cell.link);
  }
  setText(cell.link, name);
  cell.link.setAttribute("href", "#/live/" + encodeURIComponent(name));
}

function amount(limit, value) {
  if (/BYTES$|WATER_MARK$/.test(limit.type)) {
    return bytes(value);
  }
  return /TIMEOUT$|TARGET$/.test(limit.type) ? time(value) : count(value);
}
