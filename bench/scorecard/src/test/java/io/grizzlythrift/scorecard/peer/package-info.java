/**
 * Connections that a row controls byte by byte, and the bytes to send.
 *
 * <pre>
 *   Frames: framed messages ------------------+
 *   RawMessage: a message part by part --+    +--&gt;  Peer: one connection  -- PeerGroup: many of them   --&gt; server
 *   HeaderFrames: header transport ------+         Crowd: thousands on one thread (CrowdTest)           --&gt; server
 *                                        v             |
 *   HttpRequests: HTTP on the Thrift port --> Peer       |
 *   RawDialect: framed, unframed or header --&gt; Peer    +-- TlsChannel
 * </pre>
 */
package io.grizzlythrift.scorecard.peer;
