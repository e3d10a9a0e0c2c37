/**
 * Dispatches the calls of one read: admits them and hands them to a strategy, whose threads claim and run them.
 *
 * <pre>
 *   CallOrigin, frames                     ServiceConfig
 *      v                                      v
 *   Dispatcher         entry point, creates and owns everything below; accept: admits a read, or rejects it (drain, no
 *      |               room, no memory); submit: hands it over, also pipelined requests of HTTP, and has its origin
 *      |               track what is queued; rejects and logs calls that the strategy does not accept (NOT_TAKEN);
 *      |               applies the QueuePolicy, warns if the strategy has no queue; owns counters, FlushTimer and
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
 *      |               PartitionedBatch if calls of a read differ, with the part of each (partOf)
 *   LateRouting        the calls of a read whose method is known only once a thread has decoded them: those that move to
 *      |               the threads of their method, until they are submitted (Dispatcher.submitMoved)
 *   Prioritizer        asks the user's CallPriorities for the priority of each ReadCall, logs exceptions; counts calls
 *   ReadCall           the ArrivedCall (call) that the user sees: header, peer and connection attributes of one frame
 *      v
 *   SubmittedBatch     a ReadBatch as a CallBatch: threads claim calls (the next index, a VarHandle) and run them with
 *                      their CallExecutor (firstExecutor, executorWithReplies); flush releases a borrowed one; rejects
 *                      unclaimed calls (with a Reason), also if its CallRoute finds them overdue, or drops and counts
 *                      them (dropClaimed), with CopiedReplies without bytes; asks MethodPaces; after its connection has
 *                      closed, runs only calls that may be oneway (orphaned); takes decoded calls out (moveToRoute,
 *                      submitMoved, by its LateRouting), each as a SubmittedBatch of one call
 *   PartitionedBatch   a SubmittedBatch with several priorities or routes: sorts the calls (order, positions); threads
 *                      get each nested Part as a CallBatch, with its next position (AtomicInteger); admits, claims,
 *                      drops and rejects part by part
 *   PipelinedCalls     batches of one call each, from one read, as one CallBatch (HTTP, LateRouting): claims the next
 *                      batch and its call; passes run, flush and reject to each
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
