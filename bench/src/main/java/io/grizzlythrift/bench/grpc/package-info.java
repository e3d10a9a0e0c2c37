/**
 * The echo over gRPC, the usual alternative to Thrift. Its method does without Protocol Buffers, so that the comparison
 * is about the transport. Client and server speak HTTP/2 without TLS, and only to each other.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.generated.GrpcClient} -- {@link io.grizzlythrift.bench.grpc.EchoMethod} --> server
 *          both on event loops of {@link io.grizzlythrift.bench.grpc.EventLoops}
 * </pre>
 */
package io.grizzlythrift.bench.grpc;
