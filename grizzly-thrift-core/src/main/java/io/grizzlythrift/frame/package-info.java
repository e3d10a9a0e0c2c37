/**
 * Bytes to frames and back. A frame is a 4-byte big-endian length and that many bytes of one Thrift message.
 *
 * <pre>
 *   one read (Buffer)
 *      |  PooledReadBuffer     its HeapBuffer; dispose returns the array to the
 *      |  {@link io.grizzlythrift.frame.ReadBufferPool}       memory manager of the transport: reuses up to 16 arrays
 *      v
 *   {@link io.grizzlythrift.frame.ThriftFrameFilter}       handleRead: passes the bytes to the connection's assembler; handleClose: closes the memory
 *      |                       account. Terminates, counts and logs invalid frames; owns the MemoryBudget, and accounts until
 *      |                       a filter above takes over. No handleWrite: frames are written by the filters above
 *      |-- FrameAssembler      splits reads into frames: reads and checks each length prefix; number and start time of the
 *      |                       incomplete frame
 *      |-- PartialFrame        the body of a frame that spans several reads: how far its array grows ahead, charged before
 *      |-- LargeFrameReader    reads the rest of a large frame from the channel, by a direct buffer, 1 MiB per event
 *      |-- FrameException      an invalid length, with a guess by the first 4 bytes (HTTP, TLS, unframed); or no memory
 *      v
 *   {@link io.grizzlythrift.frame.FrameBatch}              all frames that the read completed: arrays, offsets and lengths; release or clear
 *
 *   {@link io.grizzlythrift.frame.FrameOutput}             frames appended to one growing array, each length prefix filled in at the end of its
 *                           frame; rewind, detach; shrinks if it was too large for long
 *   FrameOverflowException   the array would exceed the largest size
 * </pre>
 */
package io.grizzlythrift.frame;
