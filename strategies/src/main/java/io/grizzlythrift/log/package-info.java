/**
 * Logging that cannot flood the log and cannot fail the thread that logs.
 *
 * <pre>
 *   LogLimiter    events that peers cause, any thread      --> one line per second (tryAcquire: compare-and-set of the time the
 *                                                              next is due); counts the suppressed lines, suffix words them
 *   UncaughtLog   exceptions at the top of a thread        --> UncaughtExceptionHandler: a LogLimiter, the thread's name; ignores
 *                                                              what the logger itself throws
 *   FailureLog    failures of a loop that must not end     --> record keeps the last (pending) without allocating, counts them;
 *                                                              logPending, in a later iteration, logs one line per second
 * </pre>
 */
package io.grizzlythrift.log;
