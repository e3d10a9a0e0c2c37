/**
 * A pooled client that pipelines, for framed Thrift servers that keep the calls which arrive while they run another.
 *
 * <pre>
 *   stub: Iface | AsyncIface | FutureIface                 generated Client over {@link io.grizzlythrift.client.ThriftClient#transport()}
 *        |  BlockingCall | CallbackCall | FutureCall            |  TransportCall
 *        v                                                      v
 *   Interceptors, if there are any: each begins, or refuses the call; at its end each is told
 *        v
 *   ConnectionPool: the open connection with the fewest calls; Endpoint: attempts to connect, pauses
 *        v
 *   PooledConnection
 *        |  InFlightTable: the call gets its sequence id, and is registered before it is written
 *        |  CallCodec: encoded on the calling thread by the generated send_ method
 *        v
 *   Outbound: one writer at a time, all queued frames in one write        DeadlineWheel: one timer per connection,
 *        |                                                                for the earliest deadline of its calls
 *        v
 *   socket --> ReadFilter --> ThriftFrameFilter --> ReplyFilter --> InFlightTable --> the call ends, exactly once
 *                                                                                          v
 *                                                         Outcomes: counted; the caller told on the right thread
 * </pre>
 *
 * <p>With TLS, a {@link io.grizzlythrift.tls.TlsFilter} stands above the ReadFilter, and what is written passes through
 * it.
 */
package io.grizzlythrift.client;
