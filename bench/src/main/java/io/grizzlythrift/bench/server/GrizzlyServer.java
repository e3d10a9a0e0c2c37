package io.grizzlythrift.bench.server;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;

/** The server of this library, with the strategy and the reply order of the settings. */
final class GrizzlyServer implements BenchServer {
    private final ThriftServer server;

    GrizzlyServer(ServerSettings settings) {
        ThriftServerBuilder builder = ThriftServer.builder()
                .name("bench")
                .listen(settings.host(), settings.port())
                .protocol(settings.protocol().ours())
                .processor(settings.processor())
                .strategy(strategy(settings))
                .replyOrder(settings.replyOrder())
                .selectorThreads(settings.ioThreads())
                .limits(ServerLimits.builder()
                        .maxFrameBytes(settings.maxFrameBytes())
                        .queueTimeout(settings.queueTimeout())
                        .build());
        settings.dialect().ifPresent(builder::dialects);
        for (int i = 0; i < settings.interceptors(); i++) {
            builder.interceptor(new LargestReply());
        }
        server = builder.build();
    }

    @Override
    public int start() {
        server.start();
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }

    private static ProcessingStrategy strategy(ServerSettings settings) {
        return switch (settings.strategy()) {
            case "same-thread" -> SameThreadStrategy.create();
            case "worker-thread" -> WorkerThreadStrategy.ofThreads(settings.workerThreads());
            case "leader-follower" -> LeaderFollowerStrategy.ofThreads(settings.workerThreads());
            case "adaptive" -> AdaptiveStrategy.ofThreads(settings.workerThreads());
            case "virtual-thread" -> VirtualThreadStrategy.ofThreads(settings.workerThreads());
            default -> throw new IllegalStateException("strategy is " + settings.strategy());
        };
    }

    /** Observes each call with almost no work, to measure the cost of the interceptor mechanism. */
    private static final class LargestReply implements ServerInterceptor {
        private volatile int bytes;

        @Override
        public ServerCallListener begin(CallContext call) {
            return outcome -> {
                if (outcome.replyBytes() > bytes) {
                    bytes = outcome.replyBytes();
                }
            };
        }
    }
}
