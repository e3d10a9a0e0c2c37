/**
 * TLS between the transport and the frames of a server or a client.
 *
 * <pre>{@code
 *   configuration: loaded when it is built, and again by CertificateReloader when a file has changed
 *
 *   PemFile    --> OwnCertificate ------+
 *   KeyStores                           +--> TlsConfig ----------> TlsEngineFactory
 *    (files)   --> TrustedCertificates -+     options, and one      one SSLEngine for each connection,
 *                                             SSLContext            with all options applied
 *
 *   data of a connection
 *                            TlsFilter
 *                  +-------------------------------+
 *   Transport      | first: handshake              |   Thrift
 *   Filter     --> | RecordDecryptor           --> |   Frame       all records of a read in one buffer
 *              <-- | RecordEncryptor           <-- |   Filter      records in the order of encryption, from any thread
 *                  +-------------------------------+
 * }</pre>
 *
 * <p>{@code FileErrors} and {@code ExpiryWarning} report what is wrong with a file, {@code TlsExceptions} what is wrong with
 * a connection. Nothing here depends on the server or the client.
 *
 * <p><b>Why no library loads the keys.</b> {@code io.github.hakky54:ayza} 10 (Apache 2.0, maintained, runs on Java 17 and
 * 25) was tried as an optional dependency. It would replace only the decoding of PEM blocks, some 100 lines:
 *
 * <ul>
 *   <li>Its PEM part needs 10 MB of Bouncy Castle, and registers it as a security provider of the whole JVM.
 *   <li>It accepts a private key that does not belong to the certificate, so that each handshake fails later. Most of its
 *       errors do not name the file. The code here for both would remain.
 *   <li>It replaces certificates on request, but does not check whether files have changed.
 *   <li>Its jars are JPMS modules, but not OSGi bundles, as GlassFish and Payara need them.
 * </ul>
 */
package io.grizzlythrift.tls;
