/**
 * TLS under the frames of a server or a client.
 *
 * <pre>
 *   PEM files, key stores, an SSLContext
 *      |  TlsConfig            checked and loaded once, and again by reload()
 *      v
 *   TransportFilter  &lt;-&gt;  TlsFilter  &lt;-&gt;  ThriftFrameFilter
 *      records               handshake, then all records of a read as one buffer
 * </pre>
 *
 * <p>Nothing here knows servers or clients.
 */
package io.grizzlythrift.tls;
