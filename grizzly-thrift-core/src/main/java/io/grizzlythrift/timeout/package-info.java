/**
 * Checks timeouts without a timer per connection: one thread per server checks its connections a few times a second.
 *
 * <pre>
 *   TimeoutMonitor   the thread, its period, its survival of failed passes
 *        |  one pass
 *        v
 *   CheckSchedule    which connections are due: busy ones in every pass, idle ones in every eighth
 *        |
 *        v
 *   the check of one connection, such as ConnectionTimeouts (connection) or MessageCall (exchange)
 * </pre>
 */
package io.grizzlythrift.timeout;
