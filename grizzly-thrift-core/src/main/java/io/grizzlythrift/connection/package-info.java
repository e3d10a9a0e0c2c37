/**
 * One connection of a server, from accept to close.
 *
 * <pre>
 *   accept --&gt; ConnectionLimiter: pauses accepting at the limit;  ConnectionsPerAddress
 *      v
 *   ServerConnection --&gt; HandshakeListener: TLS first
 *      |  ReadThrottle: stops reading while too much is in flight or unsent
 *      |  ConnectionTimeouts: idle, slow frame, slow reader, age, checked by the timeout monitor
 *      |  ConnectionTransport: what a processor factory sees of it
 *      v
 *   its calls (dispatch), its replies (reply), its memory
 * </pre>
 */
package io.grizzlythrift.connection;
