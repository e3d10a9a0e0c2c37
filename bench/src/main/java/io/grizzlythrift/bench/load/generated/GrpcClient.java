package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.grpc.EchoMethod;
import io.grizzlythrift.bench.grpc.EventLoops;
import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.Method;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A gRPC client. Calls end on the event loop of their connection. Works only with the gRPC server, and only for echo.
 */
public final class GrpcClient extends GeneratedClient {
    private final CallChains chains = new CallChains(mix(), answers());
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final EventLoopGroup eventLoops;

    /** @throws IllegalArgumentException for any method other than echo */
    public GrpcClient(LoadPlan plan) {
        super(plan);
        if (plan.method() != Method.ECHO || plan.burnEvery() != 0) {
            throw new IllegalArgumentException("method of grpc is "
                    + (plan.burnEvery() == 0 ? plan.method() : Method.BURN) + ", must be echo, without --burn-every");
        }
        eventLoops = EventLoops.start("grpc-client", plan.ioThreads());
    }

    @Override
    public void start() throws IOException {
        for (int i = 0; i < plan().connections(); i++) {
            channels.add(connect());
        }
        // In this order, so that successive calls of the schedule use different connections.
        for (int i = 0; i < plan().inFlight(); i++) {
            channels.forEach(channel -> chains.add(chain -> ClientCalls.asyncUnaryCall(
                    channel.newCall(EchoMethod.ECHO, CallOptions.DEFAULT),
                    chain.call().text(),
                    new ChainEnd(chain))));
        }
        chains.start(plan().rate());
    }

    /** Opens a channel, which has one connection. A first call connects it. */
    private ManagedChannel connect() throws IOException {
        ManagedChannel channel = NettyChannelBuilder.forAddress(plan().host(), plan().port())
                .usePlaintext()
                .eventLoopGroup(eventLoops)
                .channelType(EventLoops.connection())
                .directExecutor()
                .maxInboundMessageSize(plan().maxFrameBytes())
                .build();
        try {
            ClientCalls.blockingUnaryCall(channel, EchoMethod.ECHO, CallOptions.DEFAULT, "connect");
            return channel;
        } catch (StatusRuntimeException e) {
            channel.shutdownNow();
            throw new IOException(e.toString(), e);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void close() {
        chains.stop(grace());
        channels.forEach(ManagedChannel::shutdownNow);
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** Notifies a chain when its call ends. */
    private static final class ChainEnd implements StreamObserver<String> {
        private final CallChains.Chain chain;
        private String answer;

        ChainEnd(CallChains.Chain chain) {
            this.chain = chain;
        }

        @Override
        public void onNext(String text) {
            answer = text;
        }

        @Override
        public void onCompleted() {
            chain.onComplete(answer);
        }

        @Override
        public void onError(Throwable failed) {
            chain.onError(Status.fromThrowable(failed).asException());
        }
    }
}
