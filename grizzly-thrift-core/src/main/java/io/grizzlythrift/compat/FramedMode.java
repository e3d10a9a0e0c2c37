package io.grizzlythrift.compat;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.strategy.InOrderStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.thrift.protocol.TProtocolFactory;
import org.jspecify.annotations.Nullable;

/** In place of a server over TNonblockingServerSocket: framed messages or SASL, and threads that all connections share. */
record FramedMode(
        int selectorThreads,
        ProcessingStrategy strategy,
        Duration stopTimeout,
        long maxReadBufferBytes,
        Consumer<ThriftServerBuilder> configuration)
        implements ServerMode {
    /** In place of a wait without a limit. */
    static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /** In place of a connection that may be idle for ever. */
    static final Duration LONGEST_IDLE = Duration.ofDays(365);

    FramedMode {
        Bounds.requireBetween("selectorThreads", selectorThreads, 1, ThriftServerBuilder.MAX_SELECTOR_THREADS);
        if (maxReadBufferBytes < 1) {
            throw new IllegalArgumentException("maxReadBufferBytes is " + maxReadBufferBytes + ", must be at least 1");
        }
        requireStopTimeout(stopTimeout);
    }

    static Duration requireStopTimeout(Duration timeout) {
        return Bounds.requireBetween("the stop timeout", timeout, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
    }

    static Duration stopTimeout(int value, TimeUnit unit) {
        return Duration.of(value, unit.toChronoUnit());
    }

    /** {@return a strategy that keeps the calls of a connection in order, on an executor or on threads of its own} */
    static ProcessingStrategy inOrder(@Nullable ExecutorService executor, int threads) {
        if (executor != null) {
            return new InOrderStrategy(new ExecutorStrategy(executor));
        }
        return threads == 0
                ? SameThreadStrategy.create()
                : new InOrderStrategy(WorkerThreadStrategy.ofThreads(threads));
    }

    @Override
    public Made create(Options options) {
        FramedServerSocket socket = new FramedServerSocket(options.serverTransport());
        Optional<SaslConfig> sasl =
                SaslDefinitions.of(options.inputTransportFactory(), options.outputTransportFactory());
        int maxFrameBytes = sasl.isPresent()
                ? socket.maxFrameBytes()
                : socket.maxFrameBytes(options.inputTransportFactory(), options.outputTransportFactory());
        TProtocolFactory protocol = sasl.isPresent()
                ? SharedProtocol.ofUnframed(options.inputProtocolFactory(), options.outputProtocolFactory())
                : SharedProtocol.of(options.inputProtocolFactory(), options.outputProtocolFactory());
        ServerEvents events = new SharedThreadEvents(options.processorFactory(), protocol);
        ServerSocketChannel channel = socket.channel();
        long largest = Math.min(maxReadBufferBytes, ServerLimits.MAX_FRAME_BYTES);
        ThriftServerBuilder builder = ThriftServer.builder()
                .name("thrift-" + socket.port())
                .adopt(channel)
                .processorFactory(events)
                .protocol(protocol)
                .dialects(sasl.isPresent() ? Dialect.UNFRAMED : Dialect.FRAMED)
                .selectorThreads(selectorThreads)
                .strategy(strategy)
                .shutdownGrace(stopTimeout)
                .limits(ServerLimits.builder()
                        .maxFrameBytes((int) Math.min(maxFrameBytes, largest))
                        .maxBufferedBytes(Math.min(
                                maxReadBufferBytes, Runtime.getRuntime().maxMemory() / 2))
                        .queueTimeout(LONGEST_WAIT)
                        .callTimeout(LONGEST_WAIT)
                        .idleTimeout(LONGEST_IDLE)
                        .build());
        sasl.ifPresent(builder::sasl);
        configuration.accept(builder);
        return new Made(builder.build(), events, channel);
    }
}
