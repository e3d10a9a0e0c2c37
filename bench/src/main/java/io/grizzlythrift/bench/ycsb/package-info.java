/**
 * YCSB on any server of the comparison, with libthrift's client or ours.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.ycsb.YcsbPlan}  client, store, workload, threads, records, operations
 *        |
 *        v
 *   {@link io.grizzlythrift.bench.ycsb.YcsbRun} ---starts---> serve --service mapkeeper | mapkeeper-stub
 *        |                          ^
 *        |                          | framed, compact
 *        +---starts---> YCSB, load phase, then run phase: the sample's binding over TSocket,
 *        |              or {@link io.grizzlythrift.bench.ycsb.GrizzlyYcsbClient} over our client
 *        v
 *   {@link io.grizzlythrift.bench.results.YcsbMeasurement}
 * </pre>
 */
package io.grizzlythrift.bench.ycsb;
