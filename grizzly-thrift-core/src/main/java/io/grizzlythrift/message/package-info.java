/**
 * Turns frames into Thrift messages and back.
 *
 * <pre>
 *   frame (slice of an array)                              frame in a {@link io.grizzlythrift.frame.FrameOutput}
 *        |  read in place, bounded by the frame                  ^  length prefix filled in at the end
 *        v                                                       |
 *   {@link io.grizzlythrift.message.MessageTransport}      the TTransport of both: position and end of the frame (input), checks of available bytes,
 *        |                  TConfiguration; writes to the output (write, reserve): begins a frame and its header with
 *        |                  the first byte, after an action of the caller (beforeWriting); ends, copies or drops the
 *        |                  message, transforms or copies its payload; output overflow; tracks whether slices of the
 *        |                  frame are kept
 *        v
 *   {@link io.grizzlythrift.message.MessageProtocol}       interface and factory (create, requireUsable, nameOf): readHeader first, then replay to the
 *        |                  generated processor; type and exception type of the written message; refuses protocols with
 *        |                  another scheme
 *        |-- InPlaceProtocol            what the next two have in common: decodes in the frame (consume), encodes in
 *        |   |                          the array of the output (reserve); names by the cache; shares fields (TField)
 *        |   |                          that were read; final: bytes, texts, binary values (copies or slices), UUIDs,
 *        |   |                          sets, writing of lists; peeks at the argument field. Abstract: decodeMessage,
 *        |   |                          encodeMessage, decodeField, lengths, elements
 *        |   |-- BinaryMessageProtocol  its encoding: numbers of fixed length, big-endian (VarHandles); version 0x8001
 *        |   `-- CompactMessageProtocol its encoding: varints and zigzag, differences of field ids, a stack of them,
 *        |                              booleans in field headers, its own numbers of types, doubles little-endian;
 *        |                              protocol id 0x82
 *        |-- DecoratedMessageProtocol   delegates to any other protocol (JSON), whose header cannot be skipped; retains
 *        |                              the input
 *        |   ArgumentListener           interface: observes the reading of a call's arguments: their headers, their end
 *        |   ArgumentHeaderField        reads ahead (peek; nothing if that throws) and writes the argument field with
 *        |                              headers, a map of strings; at most 100
 *        |   ReplayingProtocol          interface: the common part of all three, which delegates to a MessageState
 *        |   MessageState               header to replay, arguments read, headers found; type and exception type of the
 *        |                              written message; notifies the ArgumentListener
 *        |   FormatProtocols            the protocols of one transport, by WireFormat, created on demand (use, renew);
 *        |                              switches the transport between framed, unframed and with a header; the format
 *        |                              of a dialect and a protocol, and back (factoryOf)
 *        |   ReplyFormat                record: the WireFormat of one reply, and its header
 *        |   MessageNameCache           names of recent headers, decoded and encoded, for the in-place protocols
 *        v
 *   ProcessorTable     the processor of a call: plain, or by service name (named); error for an unknown service;
 *                      Target: the processor, and the header with the plain method name. NONE
 *   MultiplexedName    splits "service:method": serviceOf, methodOf
 *
 *   ThriftProtocol     enum: binary, compact, JSON: the protocols that users choose from; creates those of libthrift
 *   MessageName        the position of a call's name in its bytes (binary, compact; findInJson), undecoded: offset and
 *                      length in one long (find, within); compares two names (isSame)
 *   NameTable          maps the bytes of such a name to a value: an open hash table of slots; Entry
 *   OnewayDetector     whether a message may be a oneway call, by its type byte in each protocol (JSON, too), undecoded
 *   LibthriftVersion   checks, when a server or client starts, that the libthrift on the class path is new enough (TProtocol
 *                      has a method that generated code calls); names its version and CodeSource otherwise
 *   LogSanitizer       removes values that peers sent from exceptions (class and type of a TProtocolException remain)
 *                      and names, for logs; printable, 200 characters
 * </pre>
 */
package io.grizzlythrift.message;
