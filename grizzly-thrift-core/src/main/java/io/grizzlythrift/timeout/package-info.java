/**
 * Checks timeouts without timers: one thread for each server looks at every connection a few times a second.
 *
 * <pre>
 *   TimeoutMonitor: the thread, its period --&gt; CheckSchedule: which connections are due --&gt; their checks
 * </pre>
 */
package io.grizzlythrift.timeout;
