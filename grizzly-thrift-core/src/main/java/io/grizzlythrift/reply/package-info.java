/**
 * Replies on their way from the thread that encoded them to the socket.
 *
 * <pre>
 *   thread of a call
 *   ReplyBuffer        finished replies of one thread, and how many calls ended (endCall); access: owned, shared,
 *      |               flushing, flushed; share and reclaim hand it to the timer and back; places of oneway calls; the
 *      |               size of the array it retains, in use and as a spare (shrink)
 *   ReplyRuns          its contents: one array, and for each run of consecutive calls owner, first number, count, end;
 *      |               copies runs; delivers the runs of each owner; holds the writes of a connection that several
 *      |               owners (HTTP) share
 *   FlushTimer         SERVER-flush-timer, ticks each ms: flushes buffers that wait for a slow handler; refers to them
 *      |               weakly (Registration); parks after 100 ticks without work; its tick count is a cheap clock
 *      |
 *      |  deliver, on any thread
 *      v
 *   connection
 *   ReplyOwner         interface: a connection or an HTTP request, with its queue; abandons itself
 *   ReplyQueue         numbers the calls (accept); one writing thread, no lock around a write; joins ready replies
 *      |               (about 1 MiB) and writes them with the ReplyWriter; counts calls in flight, and bytes queued,
 *      |               passed on, unsent and sent; charges BUFFERED_REPLIES, then UNSENT_REPLIES; whenIdle, for drains;
 *      |               running oneway calls; closes if too many bytes wait. Nested: its Listener (progressed,
 *      |               overflowed)
 *   WaitingReplies     the replies that wait in a queue, early or ready; which of them lose their bytes if memory is short
 *      |               or the connection closes (withoutBytes); created on demand: many connections have none
 *   CopiedReplies      record: copied replies of consecutive calls that wait in the queue, or their places without
 *      |               bytes
 *      v
 *   ReplyWriter        interface: write, writeCharged (bytes already charged, which by default it releases once written),
 *                      unsentBytes, abort
 *   ChannelReplyWriter   plain TCP: reserves space in Grizzly's write queue, writes to the channel at once (writeNow),
 *     |                  charges and enqueues the rest, releases the space and memory of written bytes
 *     DirectBufferPool   direct buffers for these writes: one per long-lived thread, 16 shared by all other threads in
 *                        an ObjectPool (memory)
 *   ChainReplyWriter     TLS and other filters: writes a Buffer of Grizzly's memory manager through the filter chain;
 *                        reserves no space
 *   UnsentBytesRelease   for both: the CompletionHandler that releases the memory of a write once, when it is
 *                        completed, failed or cancelled
 *      v
 *   socket
 * </pre>
 */
package io.grizzlythrift.reply;
