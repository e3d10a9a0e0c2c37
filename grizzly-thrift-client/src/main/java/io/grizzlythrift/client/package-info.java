/**
 * A pooled, pipelining client for Thrift servers: framed, unframed and THeader.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.ThriftClientBuilder} --> {@link io.grizzlythrift.client.ThriftClient}
 *                               |  stub(Iface | AsyncIface | FutureIface)      |  transport(), for a generated Client
 *                               v                                             v
 *   stub         starts the call: blocking, with a callback, or as a future
 *                               v
 *   completion   interceptors begin it                            completion   counts it, notifies interceptors and
 *                               v                                              caller, exactly once
 *   pool         picks the connection with the fewest calls                    ^
 *                               |  of a server (endpoint)                      |
 *                               v                                              |
 *   connection   takes the call                                   connection   dispatches each reply to its call
 *                               v                                              ^
 *   inflight     registers it, watches its deadline               inflight     finds the call of a sequence id
 *                               v                                              ^
 *   codec        encodes it on the calling thread                 codec        reads the header of the reply
 *                               v                                              ^
 *   inflight     write queue: one write for all queued calls      io           cuts what was read into frames
 *                               |                                              ^
 *                               +---------------- socket ----------------------+
 *
 *   ThriftClientBuilder   a field with the default of each option, and a setter that checks it by Bounds (option):
 *                         endpoints or resolver, protocol, connections, calls in flight and waiting, timeouts, backoff,
 *                         frame and heap bytes, callbackExecutor, TLS, retries, hedging, balancer, aperture, zone,
 *                         pings, interceptors. build: checks that dialect, headers, transform, retries and hedges fit
 *                         together; creates the config
 *   ThriftClient          creates clock, threads, completion, codecs, filter chain (with the MemoryBudget of partial
 *                         frames), transport (newTransport), ResolvedServers and pool, with a TcpConnector (io); lists
 *                         classes for EarlyInitialization; warns if limits take most of the heap; creates stubs, by
 *                         type, service name and CallOptions (config), and transports; checks service names; registers
 *                         with JMX; shutdown, by a ShutdownOnce (thread): rejects calls, waits until idle
 *                         (drainAndStop), stops everything (stop), also if it cannot start; logs both; endpoints;
 *                         toString: state, connections, calls in flight
 *   ResolvedServers       listener of the Resolver (discovery), and its Resolution: keeps the last answer that was not
 *                         empty, without duplicates; passes each answer that differs to the pool (a Consumer); counts
 *                         answers; logs a new failure or an empty answer, with the names of 20 servers at most;
 *                         ThriftClient waits for the first answer (await, a latch); refreshes the resolver when
 *                         connecting fails; says why there is no server (reasonForNone)
 *   ClientMBean           implements ThriftClientMXBean (metrics): each getter returns a counter; failures by cause,
 *                         and endpoints (valuesOf), their states and last failures, collected into maps by name
 * </pre>
 *
 * <p>Users need this package, {@code client.balance}, {@code client.call}, {@code client.config}, {@code
 * client.discovery}, {@code client.metrics}, {@code client.micrometer} and {@code client.opentelemetry}; the other
 * packages are internal. Packages depend on each other in one direction:
 *
 * <pre>
 *   client --> stub --> pool --> endpoint --> connection --> context --> completion --> inflight --> codec
 *                                                                                                --> io
 *   stub --> retry;  endpoint --> balance;  endpoint, connection --> health
 *   all of these --> config --> balance, call, discovery;  metrics --> call
 *   micrometer --> client
 *   opentelemetry --> call
 * </pre>
 */
package io.grizzlythrift.client;
