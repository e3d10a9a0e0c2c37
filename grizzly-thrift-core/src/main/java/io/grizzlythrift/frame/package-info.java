/**
 * Turns bytes into messages and back, in the {@link io.grizzlythrift.frame.Dialect} of each connection. A frame is a
 * 4-byte big-endian length, followed by one Thrift message of that length, optionally with a header. Unframed messages
 * follow each other without lengths.
 *
 * <pre>
 *   one read (Buffer)
 *      |  PooledReadBuffer     the HeapBuffer of one read: dispose returns its array, unless it was shared, to the
 *      |  {@link io.grizzlythrift.frame.ReadBufferPool}       memory manager of the transport: allocates; reuses small and
 *      |                       large arrays, up to 16 of each
 *      v
 *   {@link io.grizzlythrift.frame.ThriftFrameFilter}       handleRead: passes the bytes to the connection's assembler; handleClose: closes the memory
 *      |                       account. All use of Grizzly is here: Connection (the assembler is its attribute),
 *      |                       Buffer, filter chain. On invalid bytes, terminates, counts (rejectedFrames) and logs.
 *      |                       Holds the MemoryBudget; is the MemoryOwner of each account until a filter above takes
 *      |                       over, and gives that filter a connection's account and incomplete frame. No handleWrite:
 *      |                       the filters above write replies
 *      |-- MessageAssembler    abstract: take splits the bytes of one connection into messages, without Grizzly; for
 *      |                       large ones missingBytes, append, takeIfComplete. Has the memory account. One subclass
 *      |                       per dialect
 *      |     DialectDetector     until the first (up to 6) bytes determine the dialect: creates the assembler that
 *      |                         replaces it; refuses dialects that are not accepted, and describes what it saw
 *      |     FrameAssembler      framed: reads (big-endian) and checks each length prefix, creates the FrameBatch,
 *      |                         estimates its size
 *      |     HeaderAssembler     framed with a header: has a FrameAssembler, and parses the header (package header) of
 *      |                         each frame
 *      |     PersistentHeaders   headers that hold for all later frames of a connection, and their memory, for
 *      |                         HeaderAssembler
 *      |     UnframedAssembler   unframed: asks a MessageScanner (frame.scan) where each message ends; guesses
 *      |                         malformed formats
 *      |     HttpAssembler       Dialect HTTP: finds the end of heads, bodies and chunks, by a State; trailers; creates
 *      |                         requests (frame.http), not messages; 400, 413, 431
 *      |     frame.partial       the bytes of a message that spans several reads (PartialFrame), and since when it is
 *      |                         incomplete (IncompleteFrame)
 *      |-- LargeFrameReader    reads the rest of a large frame or value from the channel, through a direct buffer,
 *      |                       1 MiB per event
 *      |-- FrameException      messages for an invalid length, header or message, with a guess from the first bytes
 *      |                       (HTTP, TLS, unframed); for a dialect that is not accepted, too large persistent headers,
 *      |                       or no memory
 *      v
 *   {@link io.grizzlythrift.frame.FrameBatch}              all messages that the read completed: arrays, offsets and lengths (bounds), the read buffer
 *                           that holds them or the assembled first one, their WireFormat, headers or HTTP requests;
 *                           removeIf, release or clear
 *   {@link io.grizzlythrift.frame.Dialect}                 framed, unframed, with a header, HTTP: checks which sets of them a server can accept
 *   {@link io.grizzlythrift.frame.WireFormat}              dialect and protocol of a message and of its reply; whether it has a length prefix;
 *                           to and from the protocol id of a header
 *
 *   {@link io.grizzlythrift.frame.FrameOutput}             frames appended to one growing array, each length prefix filled in at the end of its
 *                           frame; rewind, detach; shrinks if it was too large for long
 *   FrameOverflowException   the array would exceed the largest size
 * </pre>
 */
package io.grizzlythrift.frame;
