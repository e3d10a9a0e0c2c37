/**
 * A Thrift server on a Grizzly filter chain.
 *
 * <pre>
 *   ThriftServerBuilder (ServiceOptions) --&gt; ThriftServerConfig --&gt; ThriftServer: start, drain (Drain), stop (ShutdownHook)
 *        |                                                             HeapCheck: does the configuration fit the heap?
 *        |  ListenSocket: accept --&gt; connection: ConnectionLimiter
 *        v
 *   TransportFilter --&gt; (TlsFilter) --&gt; ThriftFrameFilter: frames of one read
 *        v
 *   ThriftServerFilter --&gt; dispatch: Dispatcher --&gt; strategy --&gt; CallInvoker --&gt; your processor
 *        |  one ServerConnection (connection) each                    |
 *        v                                                            v
 *   timeout: TimeoutMonitor checks connections            reply: ReplyBuffer --&gt; ReplyQueue --&gt; ReplyWriter --&gt; socket
 * </pre>
 *
 * <p>Rooms below this one: {@code call} (what handlers and interceptors see), {@code limits}, {@code metrics},
 * {@code message} (Thrift messages), {@code frame}, {@code memory} (one budget for all connections), {@code connection},
 * {@code dispatch}, {@code reply}, {@code timeout}. Beside it: {@code exchange} (messages without a connection, such as
 * HTTP), {@code compat} (in place of libthrift's servers).
 */
package io.grizzlythrift.server;
