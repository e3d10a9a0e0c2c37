/**
 * Bytes to messages and back, in the {@link io.grizzlythrift.frame.Dialect} of each connection. A frame is a 4-byte
 * big-endian length and that many bytes of one Thrift message, perhaps with a header; unframed messages follow each other
 * without lengths.
 *
 * <pre>
 *   one read (Buffer)
 *      |  PooledReadBuffer     its HeapBuffer; dispose returns the array to the
 *      |  {@link io.grizzlythrift.frame.ReadBufferPool}       memory manager of the transport: reuses up to 16 arrays
 *      v
 *   {@link io.grizzlythrift.frame.ThriftFrameFilter}       handleRead: passes the bytes to the connection's assembler; handleClose: closes the memory
 *      |                       account. What needs Grizzly is here: Connection (the assembler is its attribute), Buffer and
 *      |                       filter chain. Terminates, counts and logs invalid bytes; owns the MemoryBudget, and accounts
 *      |                       until a filter above takes over; shows it a connection's account and incomplete
 *      |                       frame. No handleWrite: the filters above write replies
 *      |-- MessageAssembler    abstract: splits the bytes of one connection into messages, without Grizzly; one subclass per dialect
 *      |     DialectDetector     until the first bytes tell the dialect: then its successor takes its place; refuses the others
 *      |     FrameAssembler      framed: reads (big-endian) and checks each length prefix, makes the FrameBatch
 *      |     HeaderAssembler     framed with a header: a FrameAssembler, and parses the header (package header) of each frame
 *      |     PersistentHeaders   headers that hold for all later frames of a connection, for HeaderAssembler
 *      |     UnframedAssembler   unframed: asks a MessageScanner (frame.scan) where each message ends
 *      |     HttpAssembler       Dialect HTTP: finds the end of heads and bodies; makes requests (frame.http), not messages
 *      |-- PartialFrame        the bytes of a message that spans several reads: how far its array grows ahead, charged before
 *      |-- IncompleteFrame     number and start time of such a message, for its timeout
 *      |-- LargeFrameReader    reads the rest of a large frame or value from the channel, by a direct buffer, 1 MiB per event
 *      |-- FrameException      an invalid length, header or message, with a guess by the first 4 bytes (HTTP, TLS, unframed); a
 *      |                       dialect that is not accepted; or no memory
 *      v
 *   {@link io.grizzlythrift.frame.FrameBatch}              all messages that the read completed: arrays, offsets and lengths (bounds), the read buffer
 *                           they lie in, their WireFormat and headers; release or clear
 *   {@link io.grizzlythrift.frame.Dialect}                 framed, unframed, with a header, HTTP: which of them a server accepts
 *   {@link io.grizzlythrift.frame.WireFormat}              dialect and protocol of a message, in which its reply leaves
 *
 *   {@link io.grizzlythrift.frame.FrameOutput}             frames appended to one growing array, each length prefix filled in at the end of its
 *                           frame; rewind, detach; shrinks if it was too large for long
 *   FrameOverflowException   the array would exceed the largest size
 * </pre>
 */
package io.grizzlythrift.frame;
