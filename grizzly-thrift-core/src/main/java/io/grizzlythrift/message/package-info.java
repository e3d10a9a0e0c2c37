/**
 * Frames to Thrift messages and back.
 *
 * <pre>
 *   frame (slice of an array)                              frame in a {@link io.grizzlythrift.frame.FrameOutput}
 *        |  read in place, bounded by the frame                  ^  length prefix filled in at the end
 *        v                                                       |
 *   {@link io.grizzlythrift.message.MessageTransport} ----------------------------------+
 *        |
 *        v
 *   {@link io.grizzlythrift.message.MessageProtocol}: reads the header first, then hands it to the generated processor
 *        BinaryMessageProtocol, CompactMessageProtocol     direct; names of headers come from a MessageNameCache
 *        DecoratedMessageProtocol                          around any other protocol
 *        |
 *        v
 *   ProcessorTable     the processor for a name            MultiplexedName    splits "service:method"
 *
 *   ThriftProtocol     binary, compact, JSON: the protocols that users choose from
 *   OnewayDetector     whether a message may be a oneway call, without decoding it
 *   FormatGuess        what a frame of an unexpected format may be, for logs and close reasons
 *   LogSanitizer       exceptions and names without values that peers sent, for logs
 * </pre>
 */
package io.grizzlythrift.message;
