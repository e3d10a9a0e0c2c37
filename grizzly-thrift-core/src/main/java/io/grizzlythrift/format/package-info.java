/**
 * Guesses the format of unexpected bytes from a peer.
 *
 * <pre>
 *   first bytes of a connection (frame, tls), a frame (dispatch; client) --&gt; FormatGuess --&gt; text for logs, failures
 *                             an enum, by magic numbers: binary, compact, JSON, THeader, TTHeader; framed; TLS (a
 *                             handshake or an alert); HTTP. Each with its description (words, unframedWords)
 * </pre>
 */
package io.grizzlythrift.format;
