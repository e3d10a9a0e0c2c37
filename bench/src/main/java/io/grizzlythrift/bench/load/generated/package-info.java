/**
 * The clients that call through generated code. They differ in how a call reaches the server.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.generated.GeneratedClient}: plan, replies, errors
 *        |
 *        +-- a thread per call ({@link io.grizzlythrift.bench.load.caller.CallerThreads}):    {@link io.grizzlythrift.bench.load.generated.TSocketClient} with {@code SelectorTransport},
 *        |                                          {@link io.grizzlythrift.bench.load.generated.GrizzlySyncClient}
 *        |
 *        +-- callbacks and futures ({@link io.grizzlythrift.bench.load.caller.CallChains}):   {@link io.grizzlythrift.bench.load.generated.TAsyncBenchClient}, {@link io.grizzlythrift.bench.load.generated.GrizzlyAsyncClient},
 *                                                   {@link io.grizzlythrift.bench.load.generated.NettyClient} with {@code NettyCalls},
 *                                                   {@link io.grizzlythrift.bench.load.generated.GrpcClient}, without generated code
 * </pre>
 */
package io.grizzlythrift.bench.load.generated;
