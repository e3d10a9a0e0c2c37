/**
 * What a strategy has learned of how long the calls of each method take, found by the bytes of a call.
 *
 * <pre>
 *   SubmittedBatch (dispatch)     the strategy asks for the pace of a call, before a thread claims it
 *      v
 *   MethodPaces    asks the strategy to learn (StrategyThreads.learn) of each method that the metrics know (CountedMethods), now and
 *                  when one is added; finds the {@link io.grizzlythrift.strategy.pace.MethodPace} of a frame in a NameTable (message), which is
 *                  replaced when a method is added; unknown: transformed payloads, other protocols, names that nobody declares;
 *                  placement for the metrics
 * </pre>
 */
package io.grizzlythrift.dispatch.pace;
