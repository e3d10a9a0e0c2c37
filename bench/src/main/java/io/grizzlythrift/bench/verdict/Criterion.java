package io.grizzlythrift.bench.verdict;

/**
 * What decides.
 *
 * @param figure its name in a sentence, such as {@code throughput}
 * @param unit such as {@code calls/s}
 * @param format of a value
 * @param more whether more is better
 * @param cost the name of what decides between equals; empty if there is no such figure
 */
record Criterion(String figure, String unit, String format, boolean more, String cost) {}
