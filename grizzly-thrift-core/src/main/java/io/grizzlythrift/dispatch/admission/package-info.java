/**
 * The calls of a read before a thread runs them: their origin, whether they may run, and how long they may wait.
 *
 * <pre>
 *   CallOrigin         interface: a connection or an HTTP request, with services, flow, reply queue, headers;
 *      |               terminates itself; whether it is served while draining, or about to close. No code except
 *      |               defaults
 *      v
 *   ReadBatch          abstract: the calls of one read as data: origin, frames, numbers, arrival, how many are
 *      |               admitted; DroppableFrames (memory) if large or if memory is scarce; charges the memory of the
 *      |               frames, releases it when the last call is decoded; abandons its origin
 *      v
 *   QueuedBatches      batches of a connection with unclaimed calls, linked: rejects overdue calls, drops all on close;
 *                      sweeps out batches without unclaimed calls
 *
 *   AdmissionControl   counts calls in flight, admits them by compare-and-set: maxInFlight or less (AdaptiveLimit),
 *      |               fair shares, places reserved for higher priorities, drain (reject all); independent of batches;
 *      |               the text and count of each rejection (LimitReporter), also of calls that are overdue, expired or
 *      |               rejected to save memory
 *      v
 *   CallRoute          the threads that run a call and accept its batch; the flow of a connection for them (flowOf),
 *      |               queue time and callTimeout
 *      v
 *   QueueTime          how long a call may wait: queueTimeout, and queueTarget while the strategy is overloaded; the
 *                      message: the time waited and that limit, in ms
 * </pre>
 */
package io.grizzlythrift.dispatch.admission;
