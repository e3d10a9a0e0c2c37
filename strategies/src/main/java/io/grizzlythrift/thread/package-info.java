/**
 * Two helpers for code that several threads run: a thread for everything that happens without a call, such as timeouts,
 * timers and late flushes, and atomic access to fields.
 *
 * <pre>
 *   DaemonLoop:  step --> park --> step --> park ...      records what a step throws in a FailureLog and goes on;
 *                                                         woken (unparked) from outside, ended by close only
 *
 *   VarHandles:  class, field, type --> VarHandle         fails the initialization of the class if it has no such field
 * </pre>
 */
package io.grizzlythrift.thread;
