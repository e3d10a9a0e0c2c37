/**
 * Frames to Thrift messages and back.
 *
 * <pre>
 *   frame (slice of an array)                              frame in a {@link io.grizzlythrift.frame.FrameOutput}
 *        |  read in place, bounded by the frame                  ^  length patched at the end
 *        v                                                       |
 *   {@link io.grizzlythrift.message.MessageTransport} ----------------------------------+
 *        |
 *        v
 *   {@link io.grizzlythrift.message.MessageProtocol}: the header is read ahead, then given again to the generated processor
 * </pre>
 */
package io.grizzlythrift.message;
