/**
 * Turns bytes into messages and back, in the {@link io.grizzlythrift.frame.Dialect} of each connection. A frame is a
 * 4-byte big-endian length, followed by one Thrift message of that length, optionally with a header. Unframed messages
 * follow each other without lengths.
 *
 * <pre>
 *   one read (Buffer)
 *      |  PooledReadBuffer     the HeapBuffer of one read: dispose returns its array, unless it was shared, to the
 *      |  {@link io.grizzlythrift.frame.ReadBufferPool}       HeapMemoryManager of the transport: allocates; reuses small and large arrays, up to
 *      |                       16 of each kind, in an ObjectPool (memory.pool)
 *      v
 *   {@link io.grizzlythrift.frame.ThriftFrameFilter}       handleRead: passes the bytes to the connection's assembler; handleClose: closes the memory
 *      |                       account. All use of Grizzly is here: Connection (the assembler is its attribute),
 *      |                       Buffer, filter chain. Creates the assembler: for one WireFormat (a client), for framed
 *      |                       only, or a DialectDetector. On invalid bytes, terminates, counts (rejectedFrames) and
 *      |                       logs (terminationLog); terminates silently if memory ran out. Holds the MemoryBudget.
 *      |                       Nested: the Terminator, MemoryOwner of each account until a filter above takes over.
 *      |                       Gives that filter a connection's account and incomplete frame (incompleteSince). No
 *      |                       handleWrite: the filters above write replies
 *      |-- MessageAssembler    abstract: take splits the bytes of one connection into messages, without Grizzly; for
 *      |                       large ones missingBytes, append, takeIfComplete. Has the memory account, the clock, and
 *      |                       the IncompleteFrame of a message that spans reads; begins a batch with it once it is
 *      |                       complete (batchOf)
 *      |     DialectDetector     collects the first (up to 6) bytes until FormatGuess (format) tells the dialect;
 *      |                         creates the assembler, its successor; refuses TLS and dialects that are not accepted,
 *      |                         in words for what it saw
 *      |     DialectSwitch       all dialects but HTTP, from message to message: the MessageSplitter of the last message
 *      |                         goes on until it stops before one of the other kind
 *      |     MessageSplitter     abstract: split adds the messages of one kind to the batch of a read, by their first
 *      |                         bytes (stopAt, end); take, where there is no other kind
 *      |     FrameAssembler      framed: reads (bigEndian) and checks each length prefix (HEADER_BYTES); continues a
 *      |                         partial frame (body); creates the FrameBatch, estimates its size; for clients, returns
 *      |                         the beginning of a frame that is too large, and skips the rest
 *      |     HeaderParser        framed with a header: parses the header (package header) of a frame, for
 *      |                         FrameAssembler; guesses malformed ones; limits the persistent headers of one read
 *      |     PersistentHeaders   headers that hold for all later frames of a connection (HeaderMap), and their memory,
 *      |                         for HeaderParser
 *      |     UnframedAssembler   unframed: asks a MessageScanner (frame.scan) of the protocol, which the first byte
 *      |                         tells, where each message ends, and how many bytes are missing, by which its partial
 *      |                         message grows; guesses malformed formats
 *      |     HttpAssembler       Dialect HTTP: finds the end of heads, bodies and chunks, by a State; CR LF; trailers;
 *      |                         parses a head within the read, or charges it; creates each HttpEvent (frame.http), no
 *      |                         messages; 400, 413, 431
 *      |     frame.partial       the bytes of a message that spans several reads (PartialFrame), and since when it is
 *      |                         incomplete (IncompleteFrame)
 *      |-- LargeFrameReader    reads the rest of a large frame or value (64 KiB or more) from the SocketChannel,
 *      |                       through DirectBuffers (memory.pool) of its own, 1 MiB per event
 *      |-- FrameException      messages for an invalid length, header or message, with a guess from the first bytes
 *      |                       (HTTP, TLS, unframed); for a dialect that is not accepted, too large or often changed
 *      |                       persistent headers, or no memory
 *      v
 *   {@link io.grizzlythrift.frame.FrameBatch}              all messages that the read completed: arrays, offsets and lengths (bounds), the read buffer
 *  *                           that holds them or the assembled first one, the WireFormat of each, headers
 *                           (isTransformed) or each HttpEvent; retainedBytes; removeIf, release or clear; ofMessage: of
 *                           one message that was taken out of another batch
 *   {@link io.grizzlythrift.frame.Dialect}                 framed, unframed, with a header, HTTP: checks which sets of them a server can accept;
 *                           returns unmodifiable copies
 *   {@link io.grizzlythrift.frame.WireFormat}              dialect and protocol of a message and of its reply; whether it has a length prefix;
 *                           to and from the protocol id of a header
 *
 *   {@link io.grizzlythrift.frame.FrameOutput}             bytes (write, reserve) and frames appended to one growing array, each length prefix filled
 *                           in at the end of its frame (endFrame); rewind, detach; clear drops an array that is too
 *                           large (maxRetainedBytes), or that was too large for long
 *   FrameOverflowException   the array would exceed the largest size
 * </pre>
 */
package io.grizzlythrift.frame;
