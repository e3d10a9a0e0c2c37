/**
 * The comparisons that others published and presets repeat: their figures as data, and their conclusions, which the
 * figures of today confirm or refute.
 *
 * <pre>
 *   PRESET.json --&gt; {@link io.grizzlythrift.bench.published.Published} ----------+
 *                                           v
 *   runs --&gt; {@code MeasuredRounds} --&gt; {@code Claim}s of a {@code Conclusion} --&gt; {@link io.grizzlythrift.bench.published.Decision} --&gt; a sentence
 * </pre>
 */
package io.grizzlythrift.bench.published;
