/**
 * Processes single messages that arrive over transports other than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   MessageServiceOptions   builder options: strategy (default: WorkerThreadStrategy), shutdownGrace; those of every
 *                           server are in ServiceOptions (server). Checks the strategy, creates the config
 *      v
 *   MessageServiceConfig    immutable options with getters; one selector thread; starts the service
 *      v
 *   MessageService          corresponds to ThriftServer and its filter. Owns the dispatcher, MemoryBudget and
 *      |                    HeapCheck; begins messages in parts (startMessage), runs whole ones (track), or rejects
 *      |                    them (empty, too large, even as announced, no memory), counted and logged; processors and
 *      |                    CallFlow are attributes of each connection; checks all timeouts; terminates slow peers
 *      |                    (sender, reader), and connections that do not close after a failure (expectClose);
 *      |                    shutdown, by a ShutdownOnce (thread): waits for all calls, then stops the threads
 *      |
 *      |  IncomingMessage   a body that arrives in parts: appends them to a PartialFrame (frame.partial) if the memory
 *      |                    budget has room; completed, abandoned or rejected, once; checks its timeout. Nested: its
 *      |                    MemoryOwner
 *      v
 *   MessageCall             one whole call until its reply is sent: CallOrigin, owner, writer and listener of a
 *      |                    ReplyQueue of one call; replies (without the frame length) or fails the exchange, once
 *      |                    (compare-and-set), with the MessageFailure for each cause; charges unsent bytes; times out
 *      |                    slow readers, by the bytes in Grizzly's write queue; closes the connection if there is no
 *      |                    reply; whenEnded. On a Thrift port: HttpCall (httpport)
 *      v
 *   MessageExchange         interface, implemented by the transport (HttpExchange): connection, headers; sends the
 *                           reply (a future), or a
 *   MessageFailure          enum, the reason for a missing reply: not a message, too large, no memory, broken
 * </pre>
 */
package io.grizzlythrift.exchange;
