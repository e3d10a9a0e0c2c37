/**
 * Replies on their way from the thread that encoded them to the socket.
 *
 * <pre>
 *   thread of a call
 *   ReplyBuffer        finished replies of one thread, and how many calls ended; states owned, shared, flushing, flushed;
 *      |               share and reclaim hand it to the timer and back; places of oneway calls
 *   ReplyRuns          its contents: one array; per run of consecutive calls: owner, first number, count, end; copies them
 *   FlushTimer         SERVER-flush-timer, ticks each ms: flushes buffers behind a slow handler; knows them weakly
 *      |
 *      |  deliver, on any thread
 *      v
 *   connection
 *   ReplyOwner         has the queue: a connection, or an HTTP request; abandons itself
 *   ReplyQueue         numbers the calls; replies that are early or ready; one writing thread, no lock around a write;
 *      |               counts calls in flight and bytes, queued, unsent and sent; whenIdle, for drains; oneway calls that run;
 *      |               too many bytes: closes. Nested: its Listener (progressed, overflowed)
 *   CopiedReplies      replies of consecutive calls that wait in the queue, copied
 *      v
 *   ReplyWriter        interface: write, writeCharged, unsentBytes, abort
 *   ChannelReplyWriter   plain TCP: reserves space in Grizzly's write queue, writes to the channel, queues the rest
 *     DirectBufferPool   direct buffers for that: one per long-lived thread, 16 shared by all others
 *   ChainReplyWriter     TLS and other filters: writes through the filter chain
 *   UnsentBytesRelease   both: the CompletionHandler that releases the memory of a write, once
 *      v
 *   socket
 * </pre>
 */
package io.grizzlythrift.reply;
