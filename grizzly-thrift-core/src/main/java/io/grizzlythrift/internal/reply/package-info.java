/**
 * Replies on their way from the thread that encoded them to the socket. Replies of a connection leave in the order of
 * its requests, or as they complete, and all that are ready leave in one write.
 *
 * <pre>
 *   thread of a call
 *      v
 *   ReplyBuffer     finished replies of one thread; the FlushTimer flushes it behind a slow handler
 *      v
 *   ReplyQueue      one per connection: order, limits, one writing thread at a time, no lock around a write
 *      v
 *   ReplyWriter     the channel if the connection is plain, otherwise Grizzly's filter chain
 *      v
 *   socket
 * </pre>
 */
package io.grizzlythrift.internal.reply;
