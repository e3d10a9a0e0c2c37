/**
 * Draws conclusions from the figures, in words: which contender to choose, for which purpose, and why.
 *
 * <pre>
 *   runs --&gt; {@link io.grizzlythrift.bench.verdict.Verdicts}: describes the {@code Situation}, selects the {@code Criterion}
 *                |
 *                v
 *            {@link io.grizzlythrift.bench.verdict.Candidate}s --&gt; {@link io.grizzlythrift.bench.verdict.Verdict}: the rules --&gt; a sentence
 *                                 ^
 *                                 |
 *                              {@code Standing}: compares them round by round
 * </pre>
 */
package io.grizzlythrift.bench.verdict;
