/**
 * Guesses what a peer speaks that sends something unexpected.
 *
 * <pre>
 *   first bytes of a connection (frame, tls), a frame (dispatch; client) --&gt; FormatGuess --&gt; words for logs and failures
 *                             an enum, by magic numbers: binary, compact, JSON, THeader; framed; TLS; HTTP
 * </pre>
 */
package io.grizzlythrift.format;
