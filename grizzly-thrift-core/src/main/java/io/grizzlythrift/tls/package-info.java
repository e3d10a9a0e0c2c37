/**
 * TLS between the transport and the frames of a server or a client.
 *
 * <pre>
 *   files, loaded when options are built and again when they change
 *   PemFile                all use of PEM: reads a file, splits it into labeled blocks (Pattern, base64), parses its
 *                          list of X509Certificates, parses (KeyFactory) and decrypts (Cipher) its PrivateKey, in
 *                          PKCS#8; no key store
 *   KeyStores              all use of java.security.KeyStore (PKCS12, JKS): opens files (no such file, wrong password),
 *      |                   creates empty ones in memory, searches the aliases for entries with a key or a trusted
 *      |                   certificate
 *      |
 *      |-- OwnCertificate        interface; this side's certificate and key, in PEM or a key store (records InPem,
 *      |                         InKeyStore), for a KeyManager; checks that they match (by a Signature, in InPem)
 *      |-- TrustedCertificates   those of peers, in PEM, a key store (the same two records) or the JDK, for a
 *      |                         TrustManager
 *      |      FilePassword   of a file, never shown     FileErrors      creates exceptions: "path: reason"
 *      |                                                ExpiryWarning   logs an expired certificate
 *      v
 *   TlsConfig              options and their Builder (certificate, keyStore, keyManager, trust, trustStore, sslContext,
 *      |                   client certificates, host names, serverName, versions, cipher suites, reloadOnChange); creates
 *      |                   the two above; checks for contradictions and unsupported suites. The SSLContext, loaded and reloaded
 *      |   CertificateReloader   checks the time and size of the files (FileState), once per interval; runs the reload;
 *      |                         logs failed ones
 *      |   TlsVersion, ClientCertificates   values of two options
 *      v
 *   TlsEngineFactory       one SSLEngine per connection, with SSLParameters: client or server, versions, cipher suites,
 *      |                   host name, SNI, client certificates wanted or needed; Grizzly's SSLEngineConfigurator
 *      v
 *   TransportFilter --&gt; TlsFilter --&gt; ThriftFrameFilter
 *                             handshakes, by Grizzly's SSLFilter, begun here for clients (beginHandshake), and their
 *                             CompletionHandler; handleRead (looks at the first bytes, Seen with a FormatGuess: plain
 *                             ones fail), handleWrite, handleClose, unwrapAll; onAdded installs nothing; holds the
 *                             Records (the next two) of each connection; writes what RecordEncryptor has queued
 *                             (context.write); sends alerts and close_notify (closeNotify); asks (a Predicate) whether a
 *                             connection stays open when its peer has closed its side; logs failures of a server's
 *                             connections and terminates
 *                             RecordDecryptor   reads: whole records, their length, keeps a partial one; unwrap; runs
 *                                               tasks of the engine; refuses renegotiation; whether the peer has closed
 *                                               (before TLS 1.3, a server takes any alert for that)
 *                             RecordEncryptor   writes from any thread: wrap, into a buffer of the thread; write queue
 *                                               of EncryptedRecords in the order of encryption, one writer
 *                                               (nextOrStop); alerts, closeOutbound and engine messages as records
 *                             TlsExceptions     messages for a failed handshake or connection, by the cause: expired
 *                                               or untrusted certificate, end of stream, not TLS
 * </pre>
 *
 * <p>Nothing here depends on the server or the client.
 *
 * <p><b>Why no library loads the keys.</b> {@code io.github.hakky54:ayza} 10 (Apache 2.0, maintained, runs on Java 17
 * and 25) was tried as an optional dependency. It would replace only the decoding of PEM blocks, some 100 lines:
 *
 * <ul>
 *   <li>Its PEM part needs 10 MB of Bouncy Castle, and registers it as a security provider of the whole JVM.
 *   <li>It accepts a private key that does not belong to the certificate, so that each handshake fails later. Most of
 *       its errors do not name the file. The code here would still be needed for both.
 *   <li>It replaces certificates on request, but does not check whether files have changed.
 *   <li>Its jars are JPMS modules, but not OSGi bundles, as GlassFish and Payara need them.
 * </ul>
 */
package io.grizzlythrift.tls;
