/**
 * Finds messages in bytes. A request that is malformed or ambiguous is refused with a status, so that nothing can be
 * smuggled behind it; a message without a length prefix is scanned for its end, each byte once.
 *
 * <pre>
 *   first bytes --> FormatGuess: the dialect of a connection, or the likely mistake of its peer
 *   HTTP        --> HeadParser --> RequestHead --> HttpEvent: a request, an expectation, or a rejection
 *   no prefix   --> a scanner of its protocol: where the message ends; bytes and depth are limited
 *   a message of several reads --> PartialFrame: grows with what has arrived, never by the declared length
 * </pre>
 */
package io.grizzlythrift.internal.frame;
