/**
 * Runs calls: admits those of one read and hands them to a strategy, whose threads decode, invoke and reply.
 *
 * <pre>
 *   frames of one read
 *      v
 *   Dispatcher       AdmissionControl: may they run?
 *      |             CallRoute: on whose threads, and how long may they wait?
 *      |             MethodPaces: is the method quick? service: the processors of a connection
 *      v
 *   SubmittedBatch
 *      v
 *   (the strategy picks a thread, which claims a call)
 *      v
 *   CallExecutor     of each thread: CallReader decodes, CallInvoker runs the handler and encodes
 *      |             AsyncCall: the reply comes later; CallFailures: the call fails
 *      v
 *   reply
 * </pre>
 */
package io.grizzlythrift.dispatch;
