/**
 * A Thrift server on a Grizzly filter chain: options, start, drain and stop, and the filter that opens connections.
 *
 * <pre>
 *   ServiceOptions          options that all servers share: processors, protocol, limits, interceptors
 *      ^
 *   ThriftServerBuilder     further options: addresses, strategy, TLS, JMX
 *      |  build
 *      v
 *   ThriftServerConfig      immutable options
 *      v
 *   ThriftServer            start: bind, transport, filter chain; stop
 *      |-- ListenSocket     binds an address, or adopts a bound channel
 *      |-- ShutdownOnce     one thread drains and stops, others wait for it
 *      |-- Drain            waits until all connections are drained
 *      |-- ShutdownHook     closes the server when the JVM exits
 *      v
 *   TransportFilter --&gt; (TlsFilter) --&gt; ThriftFrameFilter: the frames of one read
 *      v
 *   ThriftServerFilter      opens, checks and forgets connections; submits the frames of a read
 *      |  one ServerConnection (connection) each
 *      v
 *   dispatch: Dispatcher --&gt; strategy --&gt; CallInvoker --&gt; your processor
 *      v
 *   reply: ReplyBuffer --&gt; ReplyQueue --&gt; ReplyWriter --&gt; socket
 * </pre>
 *
 * <p>Used packages: {@code call} (what handlers and interceptors see), {@code limits}, {@code metrics}, {@code message}
 * (Thrift messages), {@code frame}, {@code memory} (one budget for all connections), {@code connection}, {@code
 * dispatch}, {@code reply}, {@code timeout}. Other servers: {@code exchange} (messages without a connection, such as
 * HTTP), {@code compat} (replaces libthrift's servers).
 */
package io.grizzlythrift.server;
