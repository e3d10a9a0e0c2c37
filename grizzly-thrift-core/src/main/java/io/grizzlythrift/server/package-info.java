/**
 * A Thrift server on a Grizzly filter chain: options, start, drain and stop, and the filter that opens connections.
 * Build one with {@link io.grizzlythrift.server.ThriftServer#builder}, or with {@link
 * io.grizzlythrift.server.ThriftListener#builder} on a transport of your own.
 *
 * <pre>
 *   ThriftServer, on a transport of its own --> ThriftListener, on any: start, drain, stop
 *
 *   socket
 *      v
 *   ChannelReadFilter     one read
 *      v
 *   TlsFilter             if TLS is on
 *      v
 *   the frame filter      the messages of that read
 *      v
 *   ThriftServerFilter    the connection, with its calls and replies
 *      v
 *   dispatch --> strategy --> your processor --> reply --> socket
 * </pre>
 */
@NullMarked
package io.grizzlythrift.server;

import org.jspecify.annotations.NullMarked;
