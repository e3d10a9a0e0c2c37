/**
 * Calls that fail outside generated code.
 *
 * <pre>
 *   call that throws, or that cannot be read
 *      v
 *   CallFailures   counts and logs failures of handlers and protocols; makes and writes the exception reply, or terminates
 *                  the origin; the kind of outcome (kindOf) of an exception
 * </pre>
 */
package io.grizzlythrift.dispatch.failure;
