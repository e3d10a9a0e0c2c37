/**
 * Keeps calls through generated code in flight, and checks each answer.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.caller.CallMix}: what to call next
 *        |
 *        +--&gt; {@link io.grizzlythrift.bench.load.caller.CallerThreads}: each thread waits for its answer   --+
 *        |                                                           +--&gt; {@link io.grizzlythrift.bench.load.caller.Answers}: right? latency
 *        +--&gt; {@link io.grizzlythrift.bench.load.caller.CallChains}: each answer begins the next call      --+
 * </pre>
 */
package io.grizzlythrift.bench.load.caller;
