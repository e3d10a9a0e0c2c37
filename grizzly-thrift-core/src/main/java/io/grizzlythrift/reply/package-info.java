/**
 * Replies on their way from the thread that encoded them to the socket.
 *
 * <pre>
 *   thread of a call                                   connection
 *   ReplyBuffer: encoded replies of one thread         ReplyOwner: has the queue; a connection or HTTP request
 *     ReplyRuns: its array; whose calls, where           |
 *        |          ------- deliver -------&gt;          ReplyQueue: order of replies, one writer at a time, idle?
 *        |                                                |   CopiedReplies: a reply that waits for an earlier one
 *   FlushTimer: sends them if a handler takes long        v
 *     (daemon thread, ticks every ms)                 ReplyWriter: one of
 *                                                       ChannelReplyWriter: plain TCP, straight to the channel
 *                                                         DirectBufferPool: direct buffers for that
 *                                                       ChainReplyWriter: TLS and other filters
 *                                                     UnsentBytesRelease: memory of a write, once it is done
 *                                                         v
 *                                                       socket
 * </pre>
 */
package io.grizzlythrift.reply;
