/**
 * Helpers for code that several threads run: a thread for work that no call triggers, such as timeouts, timers and late
 * flushes; virtual threads; one shutdown, however many threads request it; atomic access to fields.
 *
 * <pre>
 *   DaemonLoop             step --> park --> step --> park ...
 *                          owns a daemon Thread. Nested: the Step, which returns how long to park (or UNTIL_WOKEN);
 *                          records exceptions of a step in a FailureLog, retries after a pause; woken (unparked) from
 *                          outside, ended by close only
 *
 *   ShutdownOnce           delay --> drain --> stop
 *                          run, for a server or client: on the first thread that requests it (begun); the others wait
 *                          for its result, a CompletableFuture; one whose grace expires (earlierGraceExpired) cuts
 *                          delay and drain short. The drain waits by awaitDrained; if it throws ("the drain failed"),
 *                          so does the first thread, and others get false; await: until the end, or a timeout
 *
 *   ShortLivedThread       runs a task on a thread of its own, so that the caller, which may belong to a container, keeps
 *                          no thread-locals of it; the caller waits, at most for a given time
 *
 *   VirtualThreadFactory   prefix --> ThreadFactory
 *                          creates named virtual threads by reflection, on JDK 21 or newer (FIRST_VERSION), or throws
 *                          an UnsupportedOperationException
 *
 *   VarHandles             class, field, type --> VarHandle
 *                          by privateLookupIn; fails the initialization of the class if it has no such field
 *
 *   CurrentThread          is it a virtual thread? By a MethodHandle, found by reflection; never on JDKs without them
 * </pre>
 */
package io.grizzlythrift.thread;
