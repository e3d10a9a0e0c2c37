/**
 * Replies on their way from the thread that encoded them to the socket.
 *
 * <pre>
 *   thread of a call
 *   ReplyBuffer        finished replies of one thread, and how many calls ended (endCall); access: owned, shared, flushing,
 *      |               flushed; share and reclaim hand it to the timer and back; places of oneway calls; which arrays it
 *      |               retains, and a spare one (shrink)
 *   ReplyRuns          its contents: one array; per run of consecutive calls: owner, first number, count, end; copies them;
 *      |               delivers the runs of each owner; holds the writes of a connection that several owners (HTTP) share
 *   FlushTimer         SERVER-flush-timer, ticks each ms: flushes buffers behind a slow handler; knows them weakly, by
 *      |               Registrations; rests after 100 ticks without work; its tick count is a cheap clock
 *      |
 *      |  deliver, on any thread
 *      v
 *   connection
 *   ReplyOwner         interface: has the queue: a connection, or an HTTP request; abandons itself
 *   ReplyQueue         numbers the calls (accept); one writing thread, no lock around a
 *      |               write; joins what is ready (about 1 MiB), writes it by the ReplyWriter; counts calls in flight and
 *      |               bytes, queued, passed on, unsent and sent; charges BUFFERED_REPLIES, then UNSENT_REPLIES; whenIdle, for
 *      |               drains; oneway calls that run; too many bytes: closes. Nested: its Listener (progressed, overflowed)
 *   WaitingReplies     what waits in a queue, early or ready; made with the first of them: many connections have none
 *   CopiedReplies      record: replies of consecutive calls that wait in the queue, copied, or places without bytes
 *      v
 *   ReplyWriter        interface: write, writeCharged (bytes already charged), unsentBytes, abort
 *   ChannelReplyWriter   plain TCP: reserves space in Grizzly's write queue, writes to the channel at once (writeNow),
 *     |                  charges and enqueues a record of the rest, releases the space and bytes of what is written
 *     DirectBufferPool   direct buffers for that: one per long-lived thread, 16 shared by all others, an ObjectPool (memory)
 *   ChainReplyWriter     TLS and other filters: writes a Buffer of Grizzly's memory manager through the filter chain; no space
 *                        to reserve
 *   UnsentBytesRelease   both: the CompletionHandler that releases the memory of a write, once: completed, failed or cancelled
 *      v
 *   socket
 * </pre>
 */
package io.grizzlythrift.reply;
