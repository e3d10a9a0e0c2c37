/**
 * Logging that cannot flood the log and cannot fail the thread that logs.
 *
 * <pre>
 *   LogLimiter    events that peers cause, any thread   --> one line per second (tryAcquire: compare-and-set of the
 *                                                           time of the next line, an AtomicLong); counts suppressed
 *                                                           lines, for suffix: "(and N more ...)"
 *   UncaughtLog   exceptions at the top of a thread     --> UncaughtExceptionHandler, Consumer (accept): LogLimiter,
 *                                                           thread name, logger of an owner class; ignores exceptions
 *                                                           of the logger itself
 *   FailureLog    failures of a loop that must not end  --> record keeps the last one (pending) and counts all, without
 *                                                           allocating; a later logPending logs one line per second
 * </pre>
 */
package io.grizzlythrift.log;
