/**
 * Benchmarks of single steps, each next to what could stand in its place. They run with {@code bench jmh}.
 *
 * <pre>
 *   read --FramingBenchmark, LargeFrameBenchmark--&gt; frames
 *                                                     |  {@link io.grizzlythrift.bench.micro.HandOverBenchmark}
 *                                                     v
 *                                                  workers: frame &lt;--&gt; message
 *                                                     |     {@link io.grizzlythrift.bench.micro.CodecBenchmark}
 *   write &lt;--ReplyLineBenchmark-- replies &lt;-----------+
 *
 *   {@link io.grizzlythrift.bench.micro.InFlightTableBenchmark}: what a client does for each of its calls
 * </pre>
 *
 * <p>What is public is measured from here. FramingBenchmark, LargeFrameBenchmark and ReplyLineBenchmark measure
 * package-private classes, so each is in the package of what it measures: nothing is made public to be measured. That works because the bench runs on the class path, where a package may be spread over
 * several jars.
 */
package io.grizzlythrift.bench.micro;
