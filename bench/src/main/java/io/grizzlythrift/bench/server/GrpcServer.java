package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.grpc.EchoMethod;
import io.grizzlythrift.bench.grpc.EventLoops;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;

/**
 * A gRPC server without TLS, with calls on its event loops: the direct executor is gRPC's own option for handlers that
 * do not block, which gain nothing from another thread. The event loops are those of its own Netty, on native epoll where
 * there is one.
 */
final class GrpcServer implements BenchServer {
    private final BenchService.Iface handler = new BenchHandler();
    private final EventLoopGroup acceptor = EventLoops.start("grpc-accept", 1);
    private final EventLoopGroup eventLoops;
    private final Server server;

    GrpcServer(ServerSettings settings) {
        eventLoops = EventLoops.start("grpc-io", settings.ioThreads());
        server = NettyServerBuilder.forAddress(new InetSocketAddress(settings.host(), settings.port()))
                .bossEventLoopGroup(acceptor)
                .workerEventLoopGroup(eventLoops)
                .channelType(EventLoops.listener())
                .directExecutor()
                .maxInboundMessageSize(settings.maxFrameBytes())
                .addService(ServerServiceDefinition.builder(EchoMethod.SERVICE)
                        .addMethod(EchoMethod.ECHO, ServerCalls.asyncUnaryCall(this::echo))
                        .build())
                .build();
    }

    private void echo(String text, StreamObserver<String> reply) {
        try {
            reply.onNext(handler.echo(text));
            reply.onCompleted();
        } catch (TException e) {
            reply.onError(Status.INTERNAL.withCause(e).asException());
        }
    }

    @Override
    public int start() throws Exception {
        return server.start().getPort();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void close() {
        server.shutdownNow();
        acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
