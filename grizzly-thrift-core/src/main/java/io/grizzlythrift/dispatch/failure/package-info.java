/**
 * Calls that fail outside generated code.
 *
 * <pre>
 *   call that throws, or that cannot be read
 *      v
 *   CallFailures   counts and logs failures of handlers and protocols, also after a reply was written; creates
 *                  (toReply: arguments not readable, or internal error) and writes the exception reply, or terminates
 *                  the origin; the kind of outcome of an exception (kindOf its type) and of a written reply
 *                  (kindOfReply)
 * </pre>
 */
package io.grizzlythrift.dispatch.failure;
