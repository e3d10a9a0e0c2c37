/**
 * Log lines that neither flood the log nor fail the thread that writes them.
 *
 * <pre>
 *   any thread, an event caused by a peer  --> LogLimiter --> one line a second, with the number of suppressed ones
 *   a loop that must not end, its failure  --> FailureLog --> kept without allocating, logged in a later turn
 * </pre>
 */
package io.grizzlythrift.log;

