/**
 * Bytes to frames and back. A frame is a 4-byte big-endian length and that many bytes of one Thrift message.
 *
 * <pre>
 *   one read (Buffer) --> {@link io.grizzlythrift.frame.ThriftFrameFilter} --> {@link io.grizzlythrift.frame.FrameBatch}: all frames that the read completed
 *      |                        |
 *      |                        +-- FrameAssembler     splits reads into frames
 *      |                        |     PartialFrame     a frame that spans several reads, in an array that grows with them
 *      |                        +-- LargeFrameReader   reads the rest of a large frame directly from the socket
 *      |                        +-- FrameException     an invalid length, or no memory: the connection is terminated
 *      |
 *      +-- PooledReadBuffer     the buffer of a read; its array returns to the {@link io.grizzlythrift.frame.ReadBufferPool} when the batch is released
 *
 *   {@link io.grizzlythrift.frame.FrameOutput}: frames appended to one array, each length prefix filled in at the end of its frame
 *      +-- FrameOverflowException    the array would exceed the largest size
 * </pre>
 */
package io.grizzlythrift.frame;
