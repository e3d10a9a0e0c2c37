/**
 * Keeps calls through generated code in flight, and checks each reply.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.caller.CallMix}: selects the next call
 *        |
 *        +--&gt; {@link io.grizzlythrift.bench.load.caller.CallerThreads}: each thread waits for its reply    --+
 *        |                                                           +--&gt; {@link io.grizzlythrift.bench.load.caller.Answers}: right? latency
 *        +--&gt; {@link io.grizzlythrift.bench.load.caller.CallChains}: each reply starts the next call       --+
 * </pre>
 */
package io.grizzlythrift.bench.load.caller;
