/**
 * Guesses the format of unexpected bytes from a peer.
 *
 * <pre>
 *   first bytes of connections (frame, tls), frames (dispatch; client) --&gt; FormatGuess --&gt; text for logs, errors
 *                             an enum, by magic numbers or an HTTP method: binary, compact, JSON, THeader, TTHeader;
 *                             framed; TLS (isTlsHandshake, or an alert); HTTP. Described by words, unframedWords.
 *                             ofConnection: which dialect (for frame, compat)
 * </pre>
 */
package io.grizzlythrift.format;
