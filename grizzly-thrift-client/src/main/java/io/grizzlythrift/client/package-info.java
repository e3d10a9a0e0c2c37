/**
 * A pooled, pipelining client for Thrift servers: framed, unframed and THeader. Build one with {@link
 * io.grizzlythrift.client.ThriftClientBuilder}.
 *
 * <pre>
 *   stub        blocking, with a callback, or as a future; or a transport for a generated Client
 *     v
 *   completion  interceptors begin the call            ends it, exactly once
 *     v                                                  ^
 *   pool        chooses the server and the connection    |
 *     v                                                  |
 *   connection  takes the call                         finds the call of each reply
 *     v                                                  ^
 *   codec       encodes it on the calling thread       reads the header of the reply
 *     v                                                  ^
 *   inflight    gives it a sequence id, queues it      io: cuts what was read into frames
 *     v                                                  ^
 *     +-------------------- socket ----------------------+
 * </pre>
 */
@NullMarked
package io.grizzlythrift.client;

import org.jspecify.annotations.NullMarked;
