/**
 * The clients of the comparison and the measurement around them.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.LoadPlan} --> {@link io.grizzlythrift.bench.load.LoadRun} --> {@link io.grizzlythrift.bench.load.LoadResult}
 *                   |  calls and CPU time of both processes, read before and after
 *                   v
 *               {@link io.grizzlythrift.bench.load.LoadClient}
 *                   |
 *   raw: a thread with a selector (RawLoop)
 *          read -> ReplyCounter: n replies -> SendTimes: latencies
 *                                          -> RequestStream: n requests, one write
 *                                             (with a rate: as many as DueCalls has)
 *
 *   tsocket, grizzly-sync                      CallerThreads: each waits for its answer  |
 *   tasync, netty, grizzly-async and -future   CallChains: each answer begins a call     |--> Answers: right? latencies
 *                                              CallMix: what each of them calls next
 *
 *   with a rate: Schedule: when calls are due -> Pacer: a thread that wakes RawLoop or begins calls of CallChains
 * </pre>
 */
package io.grizzlythrift.bench.load;
