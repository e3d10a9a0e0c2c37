/**
 * Checks timeouts without a timer per connection: one thread per server checks its connections a few times a second.
 *
 * <pre>
 *   TimeoutMonitor   SERVER-timeout-monitor, a DaemonLoop: its period, a quarter of the shortest timeout (5 to 250 ms);
 *        |           the timeouts of ServerLimits and of methods that determine it; the number of passes after which
 *        |           idle connections are due (idleCheckInterval)
 *        |  one pass
 *        v
 *   CheckSchedule    the connections that are due: busy ones in every pass, idle ones in every eighth or more often (a
 *        |           list for each pass, by hash code); takes in added ones, from a queue; removes those that are gone
 *        |           (State); a check that throws does not end the pass, its exception is thrown after it
 *        v
 *   the check of one connection, such as ConnectionTimeouts (connection) or MessageCall (exchange)
 * </pre>
 */
package io.grizzlythrift.timeout;
