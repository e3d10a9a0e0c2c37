/**
 * Adapts the number of calls in flight to how long they take.
 *
 * <pre>
 *   MethodMetricsRecorder.callTimes() --&gt; CallTimes, sums since the start
 *                                            |  every 250 ms, on the thread of the TimeoutMonitor: nothing is done per call
 *                                            v
 *   AdaptiveLimit     cuts time into windows (200 ms and 10 calls, or more): calls that ended, how long they took on
 *                     average, how many were in flight; sets the limit. No formula
 *                                            |
 *                                            v
 *   GradientLimit     the arithmetic: limit and long-term time + one window --&gt; the next limit --&gt; AdmissionControl.limit(int);
 *                     its constants (smoothing, warm-up, gradient), within a ConcurrencyLimit (limits). No clock
 * </pre>
 */
package io.grizzlythrift.limits.adaptive;
