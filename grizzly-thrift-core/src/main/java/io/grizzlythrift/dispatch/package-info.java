/**
 * Dispatches the calls of one read: admits them and hands them to a strategy, whose threads claim and run them.
 *
 * <pre>
 *   CallOrigin, frames                     ServiceConfig
 *      v                                      v
 *   Dispatcher         entry point, owns everything below; submits a read, or rejects it (drain, no room, no memory);
 *      |               rejects and logs calls that the strategy does not accept; owns counters, FlushTimer and
 *      |               TimeoutMonitor, which checks asynchronous calls, AdaptiveLimit (limits.adaptive), then
 *      |               connections
 *      |
 *      |   admission         AdmissionControl: whether calls may run or have waited too long. CallOrigin, ReadBatch: a
 *      |                     read as data
 *      |   service           ServiceConfig: processors, protocol, limits
 *      |   route             CallRoutes: the threads and timeouts of a method's calls, if they differ from those of the
 *      |                     server
 *      |   pace              MethodPaces: whether the method of a call is quick, for a strategy that learns
 *      |
 *   Partitioner        if calls have priorities, or methods their own threads (route): creates a SubmittedBatch, or a
 *      |               PartitionedBatch if calls of a read differ
 *   Prioritizer        asks the user's CallPriorities for the priority of each ReadCall, logs exceptions; counts calls
 *   ReadCall           the ArrivedCall (call) that the user sees: header, peer and connection attributes of one frame
 *      v
 *   SubmittedBatch     a ReadBatch as a CallBatch: threads claim calls (the next index) and run them with their
 *                      CallExecutor; flush; rejects unclaimed calls (with a Reason), or drops and counts them; asks
 *                      AdmissionControl whether they are overdue; after its connection has closed, runs only calls that
 *                      may be oneway (orphaned)
 *   PartitionedBatch   a SubmittedBatch with several priorities or routes: sorts the calls (order, positions); threads
 *                      get each nested Part as a CallBatch; admits and claims part by part
 *   PipelinedCalls     batches of one call each, from one read, as one CallBatch (HTTP); passes run, flush and reject
 *                      to each
 *      v
 *   (strategy picks a thread)
 *      v
 *      |   executor          CallExecutor: one thread decodes, invokes and encodes
 *      |   async             AsyncCall: a call whose handler replies later
 *      |   failure           CallFailures: failed calls
 *      v
 *   ReplyBuffer (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch;
