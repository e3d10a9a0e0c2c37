/**
 * Guesses what a peer speaks that sends something unexpected.
 *
 * <pre>
 *   first bytes of a connection (frame, tls), a frame (dispatch; client) --&gt; FormatGuess --&gt; words for logs and failures
 *                             an enum, by magic numbers: binary, compact, JSON, THeader, TTHeader; framed; TLS (a handshake or
 *                             an alert); HTTP. With the words for each (words, unframedWords)
 * </pre>
 */
package io.grizzlythrift.format;
