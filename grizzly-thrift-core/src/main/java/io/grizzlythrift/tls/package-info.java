/**
 * TLS between the transport and the frames of a server or a client. Nothing here depends on the server or the client.
 *
 * <pre>
 *   files --> PemFile, KeyStores --> OwnCertificate, TrustedCertificates
 *                                          v
 *                                    TlsConfig     the SSLContext; loaded again when the files change
 *                                          v
 *                                    TlsEngineFactory   one SSLEngine per connection
 *                                          v
 *   TransportFilter -----------------> TlsFilter -----------------> the frame filter
 *                                          |-- RecordDecryptor   reads whole records
 *                                          +-- RecordEncryptor   writes from any thread
 * </pre>
 */
@NullMarked
package io.grizzlythrift.tls;

import org.jspecify.annotations.NullMarked;
