/**
 * What follows from the figures, in words: which contender to choose, for what, and why.
 *
 * <pre>
 *   runs --&gt; {@link io.grizzlythrift.bench.verdict.Verdicts}: what was measured ({@code Situation}), by which {@code Criterion}
 *                |
 *                v
 *            {@link io.grizzlythrift.bench.verdict.Candidate}s --&gt; {@link io.grizzlythrift.bench.verdict.Verdict}: the rules --&gt; a sentence
 *                                 ^
 *                                 |
 *                              {@code Noise}: which differences do not count
 * </pre>
 */
package io.grizzlythrift.bench.verdict;
