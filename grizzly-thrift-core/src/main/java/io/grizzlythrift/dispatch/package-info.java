/**
 * Dispatches the calls of one read: has them admitted and hands them to a strategy, whose threads claim and run them.
 *
 * <pre>
 *   CallOrigin, frames                     ServiceConfig
 *      v                                      v
 *   Dispatcher         entry point, owns all below; submits a read, or rejects it; owns FlushTimer and TimeoutMonitor
 *      |
 *      |   admission         AdmissionControl: may they run, have they waited too long? CallOrigin, ReadBatch: a read as data
 *      |   service           ServiceConfig: processors, protocol, limits
 *      |
 *   Prioritizer        if calls have priorities: asks the user for that of each ReadCall; makes a
 *      |               SubmittedBatch, or a PrioritizedBatch if they differ within a read; counts calls
 *      v
 *   SubmittedBatch     a ReadBatch as a CallBatch: threads claim calls (the next index), each by its CallExecutor; rejects (a
 *                      Reason), or drops and counts, those that are unclaimed; asks AdmissionControl if they are overdue
 *   PrioritizedBatch   one of several priorities: the strategy gets each part as a CallBatch
 *   PipelinedCalls     batches of one call each, of one read, as one CallBatch: HTTP
 *      v
 *   (strategy picks a thread)
 *      v
 *      |   executor          CallExecutor: one thread decodes, invokes and encodes
 *      |   async             AsyncCall: a call whose handler replies later
 *      |   failure           CallFailures: calls that fail
 *      v
 *   ReplyBuffer (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch;
