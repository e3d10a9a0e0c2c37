/**
 * Turns frames into Thrift messages and back. Binary and compact have protocols of this library, which decode in the
 * frame and encode in the output; any other protocol is wrapped.
 *
 * <pre>
 *   frame (slice of an array)                    frame in a FrameOutput
 *        |  read in place, bounded by the frame      ^  length filled in at the end
 *        v                                           |
 *   MessageTransport      the TTransport of both
 *        v                                           |
 *   MessageProtocol       reads the header first, then replays it to the generated processor
 *        |-- BinaryMessageProtocol, CompactMessageProtocol    in place
 *        +-- DecoratedMessageProtocol                         around any other protocol, such as JSON
 *        v
 *   ProcessorTable        the processor of a call, by the name of its service
 * </pre>
 */
package io.grizzlythrift.internal.message;
