/**
 * The calls of a read before a thread runs them: their origin, whether they may run, and how long they may wait.
 *
 * <pre>
 *   CallOrigin         interface: a connection or an HTTP request, with services, flow, earlierCalls, reply queue, headers,
 *      |               CancelledCalls; terminates itself; whether it is served while draining, or about to close;
 *      |               expectCloseNotice. No code except defaults
 *      v
 *   ReadBatch          abstract: the calls of one read as data: origin, frames, numbers, arrival, how many are
 *      |               admitted; DroppableFrames (memory) if large or if memory is scarce; charges the memory of the
 *      |               frames, releases it when the last call is decoded; abandons its origin. Abstract: routeOf,
 *      |               hasUnknownRoutes, moveToRoute, submitMoved, hasUnclaimed, rejectOverdue, connectionClosed
 *      |               (SubmittedBatch, dispatch)
 *      v
 *   QueuedBatches      batches of a connection with unclaimed calls, linked (nextQueued): rejects overdue calls, drops
 *                      all on close; removes batches without unclaimed calls, from the front or in a sweep
 *
 *   AdmissionControl   admits the calls of a route to its places; drain (rejectAll); independent of batches; the text and
 *      |               count of each rejection (LimitReporter), also of calls that are overdue, expired (their client
 *      |               gave less time) or rejected to save memory
 *      +-> CallPlaces  of the server, or of a method (addPlaces): counts calls in flight, admits them by compare-and-set
 *      |               if there is room: maxInFlight or less (AdaptiveLimit), FairShare (queue), places reserved for
 *      |               higher priorities (QueuePolicy)
 *      v
 *   CallRoute          the threads that run a call and accept its batch (execute), and its own places, if it has any; the
 *                      flow of a connection for them (flowOf, a branch); callTimeout; how long a call may wait: queueTimeout, and queueTarget while
 *                      the strategy is overloaded for that flow (isOverdue); which LimitType that is; the message: the
 *                      time waited and that limit, in ms
 * </pre>
 */
package io.grizzlythrift.dispatch.admission;
