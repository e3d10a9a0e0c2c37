/**
 * Looks up, from the bytes of a call, what the strategy has learned about how long calls of its method take.
 *
 * <pre>
 *   SubmittedBatch (dispatch)     the strategy asks for the pace of a call, before a thread claims it
 *      v
 *   MethodPaces    asks the strategy to learn (StrategyThreads.learn) each method that the metrics know
 *                  (CountedMethods), also methods that are added later; finds the {@link
 *                  io.grizzlythrift.strategy.pace.MethodPace} of a frame in a NameTable (message), which is replaced
 *                  when a method is added; counts the next calls of the same name (countSame); knows no pace for
 *                  transformed payloads, other protocols and undeclared names; CallPlacement for the metrics
 * </pre>
 */
package io.grizzlythrift.dispatch.pace;
