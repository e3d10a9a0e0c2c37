/**
 * The thread behind everything that happens without a call: timeouts, timers, late flushes.
 *
 * <pre>
 *   DaemonLoop:  step --> park --> step --> park ...      survives what a step throws
 * </pre>
 */
package io.grizzlythrift.thread;
