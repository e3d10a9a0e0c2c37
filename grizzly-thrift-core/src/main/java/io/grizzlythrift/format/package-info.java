/**
 * Guesses the format of unexpected bytes from a peer. The guess chooses the dialect of a connection, and names the
 * likely mistake in logs and errors: TLS, HTTP, another protocol, a message without a frame.
 */
package io.grizzlythrift.format;
