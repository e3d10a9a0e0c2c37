/**
 * Dispatches the calls of one read: has them admitted and hands them to a strategy, whose threads claim and run them.
 *
 * <pre>
 *   CallOrigin, frames                     ServiceConfig
 *      v                                      v
 *   Dispatcher         entry point, owns all below; submits a read, or rejects it (drain, no room, no memory); what no strategy
 *      |               takes, it rejects and logs; owns counters, FlushTimer and TimeoutMonitor, and says what that checks:
 *      |               asynchronous calls, AdaptiveLimit (limits.adaptive), then connections
 *      |
 *      |   admission         AdmissionControl: may they run, have they waited too long? CallOrigin, ReadBatch: a read as data
 *      |   service           ServiceConfig: processors, protocol, limits
 *      |   route             CallRoutes: the threads and times of a method's calls, if they are not those of the server
 *      |   pace              MethodPaces: is the method of a call quick? Asked by a strategy that learns
 *      |
 *   Partitioner        if calls have priorities, or methods threads of their own (route): makes a SubmittedBatch, or a
 *      |               PartitionedBatch if they differ within a read
 *   Prioritizer        asks the user for the priority of each ReadCall, logs what that throws; counts calls
 *   ReadCall           the ArrivedCall (call) that the user sees: header, peer and connection attributes of one frame
 *      v
 *   SubmittedBatch     a ReadBatch as a CallBatch: threads claim calls (the next index), each by its CallExecutor; flush; rejects
 *                      (a Reason), or drops and counts, those that are unclaimed; asks AdmissionControl if they are overdue; if the
 *                      connection closed, runs only what may be oneway (orphaned)
 *   PartitionedBatch   a SubmittedBatch of several priorities or routes: sorts the calls (order, positions); threads get each
 *                      nested Part as a CallBatch; admits and claims part by part
 *   PipelinedCalls     batches of one call each, of one read, as one CallBatch: HTTP; passes run, flush and reject to each
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
