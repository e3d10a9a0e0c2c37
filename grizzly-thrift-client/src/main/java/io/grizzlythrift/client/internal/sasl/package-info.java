/**
 * SASL of the client, in the protocol of libthrift's {@code TSaslTransport}. A connection is open for calls once its negotiation
 * is complete. What may block, such as asking a KDC, runs on threads of the client that do nothing else.
 *
 * <pre>
 *   socket - (TLS) - {@link SaslFilter} -- negotiating --> {@link SaslNegotiation} -- a challenge --> thread of SASL
 *                        |                                      |
 *                        |                                      +-- complete --> {@link SaslLayer}
 *                        +-- complete --> unwraps frames --> FrameFilter
 * </pre>
 */
package io.grizzlythrift.client.internal.sasl;
