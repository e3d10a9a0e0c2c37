/**
 * Runs calls: admits those of one read and hands them to a strategy, whose threads decode, invoke and reply. A call is
 * one object, {@link io.grizzlythrift.internal.dispatch.ServerCall}, from the thread that claims it to its end.
 *
 * <pre>
 *   frames of one read
 *      v
 *   Dispatcher       ReceivedCalls: those of one read; AdmissionControl: may they run? AdaptiveLimit: how many?
 *      |             CallRoute: on whose threads, and how long may they wait? MethodPaces: are they quick?
 *      v
 *   SubmittedBatch   calls of the same threads and priority
 *      v
 *   (the strategy picks a thread, which claims a ServerCall)
 *      v
 *   CallExecutor     of each thread: CallReader decodes, CallInvoker runs the handler and encodes
 *      |             AsyncCall: the reply comes later; CallFailures: the call fails
 *      v
 *   reply            TimeoutMonitor: one thread checks the timeouts of all connections
 * </pre>
 */
package io.grizzlythrift.internal.dispatch;
