/**
 * Checks timeouts without a timer per connection: one thread per server checks its connections a few times a second.
 *
 * <pre>
 *   TimeoutMonitor   SERVER-timeout-monitor, a DaemonLoop: its period, a quarter of the shortest timeout
 *        |  one pass
 *        v
 *   CheckSchedule    which connections are due: busy ones in every pass, idle ones in every eighth or more often; a check
 *        |           that throws does not end the pass
 *        v
 *   the check of one connection, such as ConnectionTimeouts (connection) or MessageCall (exchange)
 * </pre>
 */
package io.grizzlythrift.timeout;
