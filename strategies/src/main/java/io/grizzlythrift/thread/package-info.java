/**
 * The thread behind everything that happens without a call: timeouts, timers, late flushes.
 *
 * <pre>
 *   DaemonLoop:  step --> park --> step --> park ...      records what a step throws in a FailureLog and goes on;
 *                                                         woken (unparked) from outside, ended by close only
 * </pre>
 */
package io.grizzlythrift.thread;
