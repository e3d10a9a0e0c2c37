/**
 * The echo over gRPC, which users would choose instead of Thrift: a method without Protocol Buffers, so that what is compared
 * is the transport. Client and server speak HTTP/2 without TLS to each other, and to no other of the comparison.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.generated.GrpcClient} -- {@link io.grizzlythrift.bench.grpc.EchoMethod} --> server
 *          each on event loops of {@link io.grizzlythrift.bench.grpc.EventLoops}
 * </pre>
 */
package io.grizzlythrift.bench.grpc;
