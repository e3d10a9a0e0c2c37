/**
 * What a client is asked to do, when its calls are due, and what it must be able to report.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.plan.LoadPlanBuilder}
 *       v
 *   {@link io.grizzlythrift.bench.load.plan.LoadPlan} ----------------&gt; {@link io.grizzlythrift.bench.load.plan.LoadClient} --&gt; calls, latencies, {@link io.grizzlythrift.bench.load.plan.LoadErrors}
 *       | with a rate                  ^
 *       v                              | wakes it when a call is due
 *   {@link io.grizzlythrift.bench.load.plan.Schedule} ------------&gt; {@link io.grizzlythrift.bench.load.plan.Pacer}: a thread
 *
 *   {@link io.grizzlythrift.bench.load.plan.BalancerChoice}      which of several servers a call goes to
 * </pre>
 */
package io.grizzlythrift.bench.load.plan;
