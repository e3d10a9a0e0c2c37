/**
 * The load that a client makes, the times when its calls are due, and the interface of all clients.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.plan.LoadPlanBuilder}
 *       v
 *   {@link io.grizzlythrift.bench.load.plan.LoadPlan} ----------------&gt; {@link io.grizzlythrift.bench.load.plan.LoadClient} --&gt; calls, latencies, {@link io.grizzlythrift.bench.load.plan.LoadErrors}
 *       | with a rate                  ^
 *       v                              | wakes it when a call is due
 *   {@link io.grizzlythrift.bench.load.plan.Schedule} ------------&gt; {@link io.grizzlythrift.bench.load.plan.Pacer}: a thread
 *
 *   {@link io.grizzlythrift.bench.load.plan.BalancerChoice}      selects one of several servers for a call
 * </pre>
 */
package io.grizzlythrift.bench.load.plan;
