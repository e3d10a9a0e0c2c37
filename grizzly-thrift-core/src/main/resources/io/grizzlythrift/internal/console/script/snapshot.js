// Adds to a snapshot of the server what the page Live needs. All times are milliseconds.

/** Returns the snapshot; see tables.js for what is used of it. */
function readSnapshot(json) {
  return {
    ...json,
    methods: listing(json.methods, readMethodSnapshot),
    all: readTimes(json.all),
    calls: listing(json.calls, readCall),
    slowCalls: listing(json.slowCalls, call => ({ ...call, name: nameOf(call) })),
    endpoints: json.clients.flatMap(client => client.endpoints.items.map(endpoint => ({ ...endpoint, client: client.name }))),
    memory: readMemory(json.memory),
  };
}

const listing = (list, read) => ({ items: list.items.map(read), total: list.total });

/** A call of a method that nobody has decoded yet has no name. */
const nameOf = call => (call.service ? `${call.service}:${call.method}` : call.method || "?");

/** The median and the 99th percentile of each time, null without calls. */
function readTimes({ handled, queued }) {
  return { handled: [handled?.p50 ?? null, handled?.p99 ?? null], queued: [queued?.p50 ?? null, queued?.p99 ?? null] };
}

const readMethodSnapshot = method => ({ ...method, ...readTimes(method) });
const readCall = call => ({ ...call, name: nameOf(call) });

function readMemory(memory) {
  const parts = Object.entries(memory.parts).map(([name, bytes]) => ({ name, bytes, maxBytes: memory.maxBytes }));
  return { ...memory, parts };
}
