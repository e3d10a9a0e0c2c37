/**
 * Frames to Thrift messages and back.
 *
 * <pre>
 *   frame (slice of an array)                              frame in a {@link io.grizzlythrift.frame.FrameOutput}
 *        |  read in place, bounded by the frame                  ^  length prefix filled in at the end
 *        v                                                       |
 *   {@link io.grizzlythrift.message.MessageTransport}      a TTransport of both: position and end of the frame (input), checks of available bytes,
 *        |                  TConfiguration; writes to the output: begins a frame and its header with the first byte, ends or
 *        |                  drops the message, transforms or copies its payload; notes whether slices of the frame are kept
 *        v
 *   {@link io.grizzlythrift.message.MessageProtocol}       interface and factory (create, requireUsable, nameOf): readHeader first, then replay to the
 *        |                  generated processor; type and exception type of what was written
 *        |-- BinaryMessageProtocol      extends TBinaryProtocol: header by a ByteBuffer (put), 4-byte length of a name; both
 *        |                              read names by readString, and see the exception type in writeI32
 *        |-- CompactMessageProtocol     extends TCompactProtocol: header by shifts and varints, protocol id 0x82. Both: slices of
 *        |                              binaries (readBinary); nested: ReadingHeaders, which peeks at the argument field
 *        |-- DecoratedMessageProtocol   delegates to any other protocol (JSON), whose header cannot be skipped; retains the input
 *        |   ArgumentListener           interface: observes how the arguments of a call are read: their headers, their end
 *        |   ArgumentHeaderField        reads ahead (peek) and writes the argument field with headers; at most 100
 *        |   ReplayingProtocol          interface; what is the same in all three, passed on to a MessageState
 *        |   MessageState               header to replay, arguments read, headers found; type and exception type of what was
 *        |                              written; informs the ArgumentListener
 *        |   FormatProtocols            the protocols of one transport, by WireFormat, made on demand; switches it between framed,
 *        |                              unframed and with a header; which format a dialect and protocol have
 *        |   ReplyFormat                record: the WireFormat of one reply, and its header
 *        |   MessageNameCache           names of recent headers, decoded and encoded, of the first two
 *        v
 *   ProcessorTable     the processor of a call: plain, or by service name (named); error for an unknown one; Target: processor
 *                      and header with the method's own name. NONE
 *   MultiplexedName    splits "service:method": serviceOf, methodOf
 *
 *   ThriftProtocol     enum: binary, compact, JSON: the protocols that users choose from; makes libthrift's own
 *   MessageName        where the name of a call is in its bytes (binary, compact), undecoded
 *   NameTable          values by that name, found by its bytes: an open hash table
 *   OnewayDetector     whether a message may be a oneway call, by its type byte in each protocol (JSON, too), undecoded
 *   LogSanitizer       exceptions and names without values that peers sent, for logs; printable, 200 characters
 * </pre>
 */
package io.grizzlythrift.message;
