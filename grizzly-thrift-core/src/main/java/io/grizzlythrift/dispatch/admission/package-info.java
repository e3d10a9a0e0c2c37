/**
 * The calls of a read before a thread runs them: where they came from, whether they may run, and how long they may wait.
 *
 * <pre>
 *   CallOrigin         interface: a connection or an HTTP request; has services, flow, reply queue, headers; terminates itself;
 *      |               is it served while draining, about to close? No code but defaults
 *      v
 *   ReadBatch          abstract: the calls of one read as data: origin, frames, numbers, arrival, how many are admitted;
 *      |               DroppableFrames (memory) if large or if memory is scarce; charges the memory of their frames,
 *      |               releases it when the last call is decoded; abandons its origin
 *      v
 *   QueuedBatches      batches of a connection with unclaimed calls, linked: rejects the overdue, drops all on close; sweeps out
 *                      those whose calls are all claimed
 *
 *   AdmissionControl   counts calls in flight, admits them by compare-and-set: maxInFlight or less (AdaptiveLimit), fair shares,
 *      |               what priorities leave to higher ones, drain (reject all); knows no batches; words and counts each
 *      |               rejection (LimitReporter), also of overdue, expired or, for lack of memory, rejected calls
 *      v
 *   CallRoute          which threads run a call and take its batch; the flow of a connection for them (flowOf), queue time and
 *      |               callTimeout
 *      v
 *   QueueTime          how long a call may wait: queueTimeout; queueTarget while the strategy is overloaded; words it
 * </pre>
 */
package io.grizzlythrift.dispatch.admission;
