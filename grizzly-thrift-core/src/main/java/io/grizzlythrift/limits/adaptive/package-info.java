/**
 * Adapts the limit on calls in flight to how long calls take.
 *
 * <pre>
 *   MethodMetricsRecorder.callTimes() --&gt; CallTimes, sums since the start
 *                                            |  every 250 ms, on the thread of the TimeoutMonitor: no work per call
 *                                            v
 *   AdaptiveLimit     divides time into windows (at least 200 ms and 10 calls), by the CallTimes since the last: number
 *                     of calls that ended, their mean time, mean number in flight; sets the limit. Contains no
 *                     formula
 *                                            |
 *                                            v
 *   GradientLimit     the arithmetic: limit and long-run time (an average) + one window --&gt; the next limit --&gt;
 *                     AdmissionControl.limit(int), within the bounds of a ConcurrencyLimit (limits); its constants
 *                     (smoothing, warm-up, gradient). Has no clock
 * </pre>
 */
package io.grizzlythrift.limits.adaptive;
