/**
 * Replies on their way from the thread that made them to the socket.
 *
 * <pre>
 *   thread of a call                                   connection
 *   ReplyBuffer: encoded replies of one thread         ReplyQueue: puts replies in order, one writer at a time
 *     ReplyRuns: which calls they answer   --deliver--&gt;   |
 *        |                                                v
 *   FlushTimer: sends them if the next call is slow,   ReplyWriter: ChannelReplyWriter (plain TCP),
 *               as CopiedReplies                                    ChainReplyWriter (TLS and other filters)
 *                                                         |         UnsentBytesRelease: memory of unsent bytes
 *                                                         v         DirectBufferPool
 *                                                       socket
 * </pre>
 */
package io.grizzlythrift.reply;
