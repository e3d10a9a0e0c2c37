/**
 * Checks timeouts without a timer per connection: one thread per server checks its connections a few times a second.
 *
 * <pre>
 *   TimeoutMonitor   SERVER-timeout-monitor, a DaemonLoop: its period, a quarter of the shortest timeout (5 to 250 ms), and after
 *        |           how many passes idle ones are due; which timeouts count
 *        |  one pass
 *        v
 *   CheckSchedule    which connections are due: busy ones in every pass, idle ones in every eighth or more often (a list each);
 *        |           those that are gone are removed (State); a check that throws does not end the pass
 *        v
 *   the check of one connection, such as ConnectionTimeouts (connection) or MessageCall (exchange)
 * </pre>
 */
package io.grizzlythrift.timeout;
