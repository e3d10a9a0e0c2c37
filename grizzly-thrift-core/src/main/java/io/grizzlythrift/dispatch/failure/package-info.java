/**
 * Calls that fail outside generated code.
 *
 * <pre>
 *   call that throws, or that cannot be read
 *      v
 *   CallFailures   counts and logs failures of handlers and protocols, also after a reply was written; makes (toReply) and writes
 *                  the exception reply, or terminates the origin; the kind of outcome (kindOf) of an exception, and of a reply
 *                  that was written (kindOfReply)
 * </pre>
 */
package io.grizzlythrift.dispatch.failure;
