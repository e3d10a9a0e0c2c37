/**
 * Micro benchmarks of single steps, each compared with its alternatives. {@code bench jmh} runs them.
 *
 * <pre>
 *   read --FramingBenchmark, LargeFrameBenchmark--&gt; frames
 *                                                     |  {@link io.grizzlythrift.bench.micro.HandOverBenchmark}
 *                                                     v
 *                                                  workers: frame &lt;--&gt; message
 *                                                     |     {@link io.grizzlythrift.bench.micro.CodecBenchmark}
 *   write &lt;--ReplyQueueBenchmark- replies &lt;-----------+
 *
 *   {@link io.grizzlythrift.bench.micro.InFlightTableBenchmark}: the table of a client's calls in flight
 * </pre>
 *
 * <p>Benchmarks of public classes are in this package. FramingBenchmark, LargeFrameBenchmark and ReplyQueueBenchmark
 * measure package-private classes, so each is in the package of the class that it measures, and nothing is public only
 * for the benchmarks. This works because the bench runs on the class path, where a package may be split over several
 * jars.
 */
package io.grizzlythrift.bench.micro;
