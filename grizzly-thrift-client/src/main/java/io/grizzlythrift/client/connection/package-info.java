/**
 * One connection: the calls it carries, and its life cycle.
 *
 * <pre>
 *   PooledConnection          takes calls, queues and flushes them; ends once
 *      |-- ReplyDispatcher    finds the call of each reply and ends it
 *      |-- FailedCalls        fails overdue and cancelled calls, and those left at the end of the connection
 *      |-- AbandonedCalls     keeps the place of a call that was abandoned until its reply arrives
 *      |-- Retirement         takes no further calls, and ends the connection with its last one
 *      +-- ConnectionCleanup  ends everything that the connection holds
 *      v
 *   inflight, io, health
 * </pre>
 */
package io.grizzlythrift.client.connection;
