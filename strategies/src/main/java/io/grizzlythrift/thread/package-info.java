/**
 * Helpers for code that several threads run: a thread for everything that happens without a call, such as timeouts,
 * timers and late flushes; virtual threads; one shutdown, however many threads call for it; atomic access to fields.
 *
 * <pre>
 *   DaemonLoop:    step --> park --> step --> park ...    nested: the Step, which returns how long to park (or UNTIL_WOKEN);
 *                                                         records what a step throws in a FailureLog and retries after a pause;
 *                                                         woken (unparked) from outside, ended by close only
 *
 *   ShutdownOnce:  delay --> drain --> stop               of a server or client, on the first thread that calls for it;
 *                                                         the others wait for it, and end its wait if their grace expires:
 *                                                         each waits for a CompletableFuture; await, for the end of it;
 *                                                         a drain that throws fails all of them
 *
 *   VirtualThreadFactory:  prefix --> ThreadFactory       makes named virtual threads by reflection, on JDK 21 or newer
 *
 *   VarHandles:    class, field, type --> VarHandle       fails the initialization of the class if it has no such field
 *
 *   CurrentThread: is it a virtual thread? Asked by a method handle, found by reflection; never on JDKs without them
 * </pre>
 */
package io.grizzlythrift.thread;
