/**
 * Bytes to messages and back, in the {@link io.grizzlythrift.frame.Dialect} of each connection. A frame is a 4-byte
 * big-endian length and that many bytes of one Thrift message, perhaps with a header; unframed messages follow each other
 * without lengths.
 *
 * <pre>
 *   one read (Buffer)
 *      |  PooledReadBuffer     its HeapBuffer, of one read: dispose returns the array, unless it was shared, to the
 *      |  {@link io.grizzlythrift.frame.ReadBufferPool}       memory manager of the transport: allocates; reuses up to 16 arrays, takes one by size
 *      v
 *   {@link io.grizzlythrift.frame.ThriftFrameFilter}       handleRead: passes the bytes to the connection's assembler; handleClose: closes the memory
 *      |                       account. What needs Grizzly is here: Connection (the assembler is its attribute), Buffer and
 *      |                       filter chain. Terminates, counts (rejectedFrames) and logs invalid bytes; owns the MemoryBudget,
 *      |                       and accounts, as their MemoryOwner, until a filter above takes over; shows it a connection's
 *      |                       account and incomplete frame. No handleWrite: the filters above write replies
 *      |-- MessageAssembler    abstract: take splits the bytes of one connection into messages, without Grizzly; for large ones
 *      |                       missingBytes, append, takeIfComplete. Has the memory account. One subclass per dialect
 *      |     DialectDetector     until the first (up to 6) bytes tell the dialect: then its successor, made here, takes its
 *      |                         place; refuses and words the others
 *      |     FrameAssembler      framed: reads (big-endian) and checks each length prefix, makes the FrameBatch; estimates its size
 *      |     HeaderAssembler     framed with a header: has a FrameAssembler, and parses the header (package header) of each frame
 *      |     PersistentHeaders   headers that hold for all later frames of a connection, and their memory, for HeaderAssembler
 *      |     UnframedAssembler   unframed: asks a MessageScanner (frame.scan) where each message ends; guesses what is malformed
 *      |     HttpAssembler       Dialect HTTP: finds the end of heads, bodies and chunks, by a State; trailers; makes requests
 *      |                         (frame.http), not messages; 400, 413, 431
 *      |     frame.partial         the bytes of a message that spans several reads (PartialFrame), and since when (IncompleteFrame)
 *      |-- LargeFrameReader    reads the rest of a large frame or value from the channel, by a direct buffer, 1 MiB per event
 *      |-- FrameException      words an invalid length, header or message, with a guess by the first bytes (HTTP, TLS, unframed); a
 *      |                       dialect that is not accepted; persistent headers that are too large; or no memory
 *      v
 *   {@link io.grizzlythrift.frame.FrameBatch}              all messages that the read completed: arrays, offsets and lengths (bounds), the read buffer
 *                           they lie in or the assembled first one, their WireFormat, headers or HTTP requests; removeIf,
 *                           release or clear
 *   {@link io.grizzlythrift.frame.Dialect}                 framed, unframed, with a header, HTTP: which sets of them a server accepts, checked
 *   {@link io.grizzlythrift.frame.WireFormat}              dialect and protocol of a message, in which its reply leaves; has it a length
 *                           prefix? From the protocol id of a header, and back
 *
 *   {@link io.grizzlythrift.frame.FrameOutput}             frames appended to one growing array, each length prefix filled in at the end of its
 *                           frame; rewind, detach; shrinks if it was too large for long
 *   FrameOverflowException   the array would exceed the largest size
 * </pre>
 */
package io.grizzlythrift.frame;
