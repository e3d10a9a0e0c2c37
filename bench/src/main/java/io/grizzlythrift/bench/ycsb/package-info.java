/**
 * Runs YCSB on any server of the comparison, with libthrift's client or the client of this library.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.ycsb.YcsbPlan}    client, store, job
 *        |
 *        v
 *   {@link io.grizzlythrift.bench.ycsb.YcsbRun} ---starts---&gt; serve --service mapkeeper | mapkeeper-stub
 *        |                          ^
 *        |                          | framed, compact
 *        +---the sample's harness starts---&gt; YCSB, load phase, then run phase:
 *        |                                   the sample's binding over TSocket,
 *        |                                   or {@link io.grizzlythrift.bench.ycsb.GrizzlyYcsbClient} over this library's client
 *        v
 *   {@link io.grizzlythrift.bench.results.YcsbMeasurement}
 * </pre>
 *
 * <p>Jobs, phases and reports are those of {@link io.grizzlythrift.samples.mapkeeper.ycsb}.
 */
package io.grizzlythrift.bench.ycsb;
