/**
 * Helpers for code that several threads run: a thread for work that no call triggers, such as timeouts, timers and late
 * flushes; virtual threads; one shutdown, however many threads request it; atomic access to fields.
 *
 * <pre>
 *   DaemonLoop:    step --> park --> step --> park ...    nested: the Step, which returns how long to park (or UNTIL_WOKEN);
 *                                                         records exceptions of a step in a FailureLog, retries after a pause;
 *                                                         woken (unparked) from outside, ended by close only
 *
 *   ShutdownOnce:  delay --> drain --> stop               of a server or client, on the first thread that requests it;
 *                                                         the others wait, each for a CompletableFuture; one whose
 *                                                         grace expires cuts the drain short; await waits for the end;
 *                                                         if the drain throws, so does the first; others get false
 *
 *   VirtualThreadFactory:  prefix --> ThreadFactory       creates named virtual threads by reflection, on JDK 21 or newer
 *
 *   VarHandles:    class, field, type --> VarHandle       fails the initialization of the class if it has no such field
 *
 *   CurrentThread: is it a virtual thread? Asked by a method handle, found by reflection; never on JDKs without them
 * </pre>
 */
package io.grizzlythrift.thread;
