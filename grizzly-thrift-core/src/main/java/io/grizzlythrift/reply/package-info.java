/**
 * Replies on their way from the thread that encoded them to the socket.
 *
 * <pre>
 *   thread of a call
 *   ReplyBuffer        finished replies of one thread, and how many calls ended (endCall), reported before they are
 *      |               delivered; access: owned, shared, flushing, flushed; share and reclaim hand it to the timer,
 *      |               which calls flushIfStalled, and back; places of oneway calls (beginOneway), in flight until
 *      |               they end; the size of the array it retains, in use and as a spare (shrink)
 *   ReplyRuns          its contents: one array, and for each run of consecutive calls owner, first number, count, end,
 *      |               in growing arrays; copies runs (nested: Copies, a Runnable for the timer); delivers the runs of
 *      |               each owner, abandons it if that throws; holds the writes of a connection that several owners
 *      |               (HTTP) share
 *   FlushTimer         SERVER-flush-timer, ticks each ms: flushes buffers that wait for a slow handler; refers to them
 *      |               weakly (Registration, a ReferenceQueue); parks after 100 ticks without work; its tick count is a
 *      |               cheap clock
 *      |
 *      |  deliver, on any thread
 *      v
 *   connection
 *   ReplyOwner         interface: a connection or an HTTP request, with its queue and its connection's; abandons itself
 *   ReplyQueue         numbers the calls (accept); one writing thread, no lock around a write; writes a run at the head
 *      |               at once (direct), or enqueues copies; joins ready replies (about 1 MiB, concatenated) and writes
 *      |               them with the ReplyWriter, which it aborts on failure; the order (setOrder); holdWrites and
 *      |               releaseWrites, for ReplyRuns; counts calls in flight or awaiting a reply, and bytes queued,
 *      |               passed on, unsent and sent; charges BUFFERED_REPLIES, then UNSENT_REPLIES; whenIdle, for drains;
 *      |               running oneway calls; closes if too many bytes wait. Nested: its Listener (progressed,
 *      |               overflowed)
 *   WaitingReplies     the replies that wait in a queue, early (by number) or ready; moves and takes ready ones; which
 *      |               of them lose their bytes if memory is short or the connection closes (withoutBytes); created
 *      |               on demand: many connections have none
 *   CopiedReplies      record: copied replies of consecutive calls that wait in the queue, or their places without
 *      |               bytes
 *      v
 *   ReplyWriter        interface: write, writeCharged (bytes already charged, which by default it releases once
 *                      written), unsentBytes (in Grizzly's write queue), abort (terminates the connection)
 *   ChannelReplyWriter   plain TCP: reserves space in Grizzly's write queue, writes to the channel at once (writeNow),
 *                        through a buffer of DirectBuffers (memory.pool), charges and enqueues the rest (an
 *                        AsyncWriteQueueRecord), releases the space and memory of written bytes
 *   ChainReplyWriter     TLS and other filters: writes a Buffer of Grizzly's memory manager through the filter chain
 *                        (connection.write); reserves no space
 *   UnsentBytesRelease   for both: the CompletionHandler that releases the memory of a write once, when it is
 *                        completed, failed or cancelled
 *      v
 *   socket
 * </pre>
 */
package io.grizzlythrift.reply;
