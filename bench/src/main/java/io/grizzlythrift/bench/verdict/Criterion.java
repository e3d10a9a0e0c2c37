package io.grizzlythrift.bench.verdict;

/**
 * The figure by which candidates are compared.
 *
 * @param figure name of the figure in a sentence, such as {@code throughput}
 * @param unit unit, such as {@code calls/s}
 * @param format format of a value
 * @param more whether more is better
 * @param cost name of the figure that decides between equals; empty if there is none
 */
record Criterion(String figure, String unit, String format, boolean more, String cost) {}
