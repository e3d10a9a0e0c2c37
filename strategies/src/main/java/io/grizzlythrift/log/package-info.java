/**
 * Logging that cannot flood the log and cannot fail the thread that logs.
 *
 * <pre>
 *   LogLimiter    events that peers cause, any thread      --> one line per second (compare-and-set of the time it is due);
 *                                                              counts the suppressed lines and words their number (suffix)
 *   UncaughtLog   exceptions at the top of a thread        --> through a LogLimiter, with the thread's name
 *   FailureLog    failures of a loop that must not end     --> recorded without allocating, logged in a later iteration
 * </pre>
 */
package io.grizzlythrift.log;
