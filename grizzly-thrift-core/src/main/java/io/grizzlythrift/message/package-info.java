/**
 * Turns frames into Thrift messages and back.
 *
 * <pre>
 *   frame (slice of an array)                              frame in a {@link io.grizzlythrift.frame.FrameOutput}
 *        |  read in place, bounded by the frame                  ^  length prefix filled in at the end
 *        v                                                       |
 *   {@link io.grizzlythrift.message.MessageTransport}      the TTransport of both: position and end of the frame (input), checks of available bytes,
 *        |                  TConfiguration; writes to the output: begins a frame and its header with the first byte,
 *        |                  ends or drops the message, transforms or copies its payload; tracks whether slices of the
 *        |                  frame are kept
 *        v
 *   {@link io.grizzlythrift.message.MessageProtocol}       interface and factory (create, requireUsable, nameOf): readHeader first, then replay to the
 *        |                  generated processor; type and exception type of the written message
 *        |-- InPlaceProtocol            what the next two have in common: decodes in the frame, encodes in the array
 *        |   |                          of the output (reserve); names by the cache; shares fields that were read;
 *        |   |                          texts, binary values (copies or slices), UUIDs, sets; peeks at the argument field
 *        |   |-- BinaryMessageProtocol  its encoding: numbers of fixed length, big-endian; version 0x8001
 *        |   `-- CompactMessageProtocol its encoding: varints and zigzag, differences of field ids, a stack of them,
 *        |                              booleans in field headers; protocol id 0x82
 *        |-- DecoratedMessageProtocol   delegates to any other protocol (JSON), whose header cannot be skipped; retains
 *        |                              the input
 *        |   ArgumentListener           interface: observes the reading of a call's arguments: their headers, their end
 *        |   ArgumentHeaderField        reads ahead (peek) and writes the argument field with headers; at most 100
 *        |   ReplayingProtocol          interface: the common part of all three, which delegates to a MessageState
 *        |   MessageState               header to replay, arguments read, headers found; type and exception type of the
 *        |                              written message; notifies the ArgumentListener
 *        |   FormatProtocols            the protocols of one transport, by WireFormat, created on demand; switches the
 *        |                              transport between framed, unframed and with a header; the format of a dialect
 *        |                              and a protocol
 *        |   ReplyFormat                record: the WireFormat of one reply, and its header
 *        |   MessageNameCache           names of recent headers, decoded and encoded, for the in-place protocols
 *        v
 *   ProcessorTable     the processor of a call: plain, or by service name (named); error for an unknown service;
 *                      Target: the processor, and the header with the plain method name. NONE
 *   MultiplexedName    splits "service:method": serviceOf, methodOf
 *
 *   ThriftProtocol     enum: binary, compact, JSON: the protocols that users choose from; creates those of libthrift
 *   MessageName        the position of a call's name in its bytes (binary, compact), undecoded
 *   NameTable          maps the bytes of such a name to a value: an open hash table
 *   OnewayDetector     whether a message may be a oneway call, by its type byte in each protocol (JSON, too), undecoded
 *   LogSanitizer       removes values that peers sent from exceptions and names, for logs; printable, 200 characters
 * </pre>
 */
package io.grizzlythrift.message;
