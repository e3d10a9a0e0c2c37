/**
 * Bytes to frames and back. A frame is a 4-byte big-endian length and that many bytes of one Thrift message.
 *
 * <pre>
 *   one read (Buffer) --> {@link io.grizzlythrift.frame.ThriftFrameFilter} --> {@link io.grizzlythrift.frame.FrameBatch}: all frames it completed
 *                              |
 *                              +-- a frame that spans reads is put together once, in memory that grows with what has arrived
 *
 *   {@link io.grizzlythrift.frame.FrameOutput}: frames written one behind the other into one array, each length put in place afterwards
 * </pre>
 */
package io.grizzlythrift.frame;
