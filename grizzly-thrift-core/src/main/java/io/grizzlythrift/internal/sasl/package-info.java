/**
 * SASL of a server, in the protocol of libthrift's {@code TSaslTransport}: a filter between TLS and frames. It finds out
 * whether a connection negotiates, evaluates responses on threads of its own, and then unwraps reads and wraps replies. The selector thread of a connection alone changes its state; the threads for SASL hand their results over to it.
 *
 * <pre>
 *   reads --> SaslFilter --> SaslConnection --+-- StartDetector: not SASL ------------------> FrameFilter
 *                                             +-- Negotiator --> Negotiation --> SaslExchange (threads for SASL)
 *                                             +-- PlainFrames | WrappedFrames ---------------> FrameFilter
 *   replies --> SaslReplyWriter --> ReplyWriter of the connection
 * </pre>
 */
package io.grizzlythrift.internal.sasl;
