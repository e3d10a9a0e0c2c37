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
 *   ThriftClientBuilder   one setter per option, with its default and its check by Bounds (option): endpoints or
 *                         resolver, connections, calls in flight and waiting, timeouts, backoff, frame and heap bytes,
 *                         callbackExecutor, TLS, interceptors. build: checks that dialect, headers, retries and hedges
 *                         fit together; creates the config
 *   ThriftClient          creates clock, threads, completion, codecs, filter chain, transport and pool; warns if limits
 *                         take most of the heap; creates stubs, by type, service name and CallOptions (config), and
 *                         transports; checks service names; registers with JMX; shutdown: rejects calls, waits until
 *                         idle, stops everything; endpoints, toString
 *   ResolvedServers       listener of the Resolver (discovery): keeps the last answer that was not empty, without
 *                         duplicates; passes each answer that differs to the pool; counts answers; logs a new failure
 *                         or an empty answer; ThriftClient waits for the first answer; refreshes the resolver when
 *                         connecting fails; says why there is no server (reasonForNone)
 *   ClientMBean           implements ThriftClientMXBean (metrics): each getter returns a counter; endpoints, their
 *                         states and last failures, collected into maps by name
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
