package io.grizzlythrift.compat;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * In place of a TThreadPoolServer: a thread per connection.
 *
 * @param executor of the user; empty for a pool of the server's own
 * @param refused counts the connections for which there is no thread
 */
record ThreadPoolMode(
        int minWorkerThreads,
        int maxWorkerThreads,
        Optional<ExecutorService> executor,
        Duration stopTimeout,
        Consumer<ThriftServerBuilder> configuration,
        LongAdder refused)
        implements ServerMode {
    /** How long a thread above the minimum stays without a connection, in seconds, as in TThreadPoolServer. */
    private static final long KEEP_ALIVE_SECONDS = 60;

    ThreadPoolMode {
        if (executor.isEmpty() && (minWorkerThreads < 0 || maxWorkerThreads < Math.max(1, minWorkerThreads))) {
            throw new IllegalArgumentException("minWorkerThreads is " + minWorkerThreads + ", maxWorkerThreads is "
                    + maxWorkerThreads + ": must be 0 or more, and at least 1 and minWorkerThreads");
        }
        FramedMode.requireStopTimeout(stopTimeout);
    }

    @Override
    public Made create(Options given) {
        Optional<SaslConfig> sasl = SaslDefinitions.of(given.inputTransportFactory(), given.outputTransportFactory());
        Options options = sasl.isPresent() ? given.withoutTransports() : given;
        if (options.processorFactory().isAsyncProcessor()) {
            throw new IllegalArgumentException("the processor is asynchronous, which needs threads that connections"
                    + " share: use " + TGrizzlyServer.class.getSimpleName());
        }
        ListeningSocket socket = new ListeningSocket(options.serverTransport());
        TransportProbe transports =
                TransportProbe.of(options.inputTransportFactory(), options.outputTransportFactory());
        boolean framed = transports.dialect() == Dialect.FRAMED;
        TProtocolFactory protocol = framed
                ? SharedProtocol.of(options.inputProtocolFactory(), options.outputProtocolFactory())
                : SharedProtocol.ofUnframed(options.inputProtocolFactory(), options.outputProtocolFactory());
        OwnThreadEvents events = new OwnThreadEvents(options);
        String name = "thrift-" + socket.port();
        ThriftServerBuilder builder = ThriftServer.builder()
                .name(name)
                .processorFactory(events)
                .protocol(protocol)
                .dialects(transports.dialect())
                .shutdownGrace(stopTimeout)
                .limits(limits(
                        socket,
                        framed
                                ? Math.min(transports.maxFrameBytes(), socket.maxMessageBytes())
                                : socket.maxMessageBytes()));
        sasl.ifPresent(builder::sasl);
        configuration.accept(builder);
        builder.strategy(new Strategy(events));
        ServerSocketChannel channel = socket.takeOver();
        try {
            return new Made(builder.adopt(channel).build(), events, channel);
        } catch (RuntimeException | Error e) {
            closeQuietly(channel);
            throw e;
        }
    }

    private static void closeQuietly(ServerSocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerLimits limits(ListeningSocket socket, int maxMessageBytes) {
        int clientTimeout = socket.clientTimeoutMillis();
        ServerLimits.Builder limits = ServerLimits.builder()
                .maxFrameBytes(Math.min(maxMessageBytes, ServerLimits.MAX_FRAME_BYTES))
                .queueTimeout(FramedMode.LONGEST_WAIT)
                .callTimeout(FramedMode.LONGEST_WAIT)
                .idleTimeout(clientTimeout > 0 ? Duration.ofMillis(clientTimeout) : FramedMode.LONGEST_IDLE);
        return limits.build();
    }

    /** A strategy for the one server that is made here. */
    private final class Strategy implements ProcessingStrategy {
        private final OwnThreadEvents events;

        Strategy(OwnThreadEvents events) {
            this.events = events;
        }

        @Override
        public String name() {
            return "thread-per-connection";
        }

        @Override
        public int defaultSelectorThreads() {
            return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        }

        @Override
        public StrategyThreads start(String serverName, int selectorThreads) {
            ConnectionThreads threads = new ConnectionThreads(
                    executor.orElseGet(() -> newPool(serverName)),
                    executor.isEmpty(),
                    refused,
                    serverName,
                    selectorThreads);
            events.runOn(threads);
            return threads;
        }

        @Override
        public String toString() {
            return name() + "["
                    + executor.map(Object::toString)
                            .orElse("minThreads=" + minWorkerThreads + ", maxThreads=" + maxWorkerThreads)
                    + "]";
        }
    }

    private ExecutorService newPool(String serverName) {
        AtomicLong made = new AtomicLong();
        return new ThreadPoolExecutor(
                minWorkerThreads,
                maxWorkerThreads,
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    Thread thread = new Thread(task, serverName + "-connection-" + made.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
