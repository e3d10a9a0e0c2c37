/**
 * Guesses what a peer speaks that sends something unexpected.
 *
 * <pre>
 *   first bytes of a connection (frame, tls), a frame (dispatch; client) --&gt; FormatGuess --&gt; words for logs and failures
 * </pre>
 */
package io.grizzlythrift.format;
