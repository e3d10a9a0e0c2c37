package io.grizzlythrift.compat;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.server.ServiceOptions;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.strategy.InOrderStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.AbstractNonblockingServer.AbstractNonblockingServerArgs;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TNonblockingServerTransport;

/**
 * A {@link ThriftServer} in the clothes of libthrift's TThreadedSelectorServer: a program that was written for that one
 * runs with this one when the name of the class is replaced.
 *
 * <pre>{@code
 * TServer server = new TGrizzlyServer(new TGrizzlyServer.Args(new TNonblockingServerSocket(9090))
 *         .processor(new Calculator.Processor<>(handler))
 *         .protocolFactory(new TCompactProtocol.Factory())
 *         .workerThreads(8));
 * server.serve();
 * }</pre>
 *
 * <p>As there: {@link #serve} blocks, {@link #stop} returns at once. Without {@link Args#strategy}, calls of one
 * connection run one after the other. The socket of the server transport is used as it is; connections that came before
 * {@code serve()} are served.
 *
 * <p>Different from there:
 *
 * <ul>
 *   <li>The processor factory is asked once for each connection, not for each call.
 *   <li>A call that cannot be run is answered with an exception, where TThreadedSelectorServer closes the connection.
 *   <li>What {@code createContext} throws closes the connection, where it ended the server. A call does not run if
 *       {@code processContext} throws, and is answered with an internal error. Otherwise a failing event handler
 *       changes nothing. Each failure is logged.
 *   <li>A connection that ends its side of the stream is closed, even while calls run; its context is deleted after
 *       them.
 *   <li>The limits of {@link ServerLimits} apply; those of time that TThreadedSelectorServer has nothing like (to wait
 *       for a thread, to be idle, to answer asynchronously) are as long as they may be.
 * </ul>
 */
public class TGrizzlyServer extends TServer {
    private final Object lifecycle = new Object();
    private final ServerEvents events;
    private final ThriftServer server;
    private boolean begun;

    /**
     * Makes a server. Nothing is started yet.
     *
     * @param args checked and read now; later changes have no effect
     * @throws IllegalArgumentException if an option is out of bounds or cannot be honoured; the message says which
     * @throws IllegalStateException if the server transport is closed
     */
    public TGrizzlyServer(Args args) {
        super(args);
        args.validate();
        if (processorFactory_ == null) {
            throw new IllegalArgumentException("nothing to serve: set processor or processorFactory");
        }
        FramedServerSocket socket = new FramedServerSocket(serverTransport_);
        int maxFrameBytes = socket.maxFrameBytes(inputTransportFactory_, outputTransportFactory_);
        TProtocolFactory protocol = SharedProtocol.of(inputProtocolFactory_, outputProtocolFactory_);
        events = new ServerEvents(processorFactory_, protocol);
        ThriftServerBuilder builder = ThriftServer.builder()
                .name("thrift-" + socket.port())
                .adopt(socket.channel())
                .processorFactory(events)
                .protocol(protocol);
        args.applyTo(builder, maxFrameBytes);
        server = builder.build();
    }

    /**
     * Serves until {@link #stop} is called, then drains: what is in flight is answered, at most within the stop
     * timeout. Handlers that run on after it are interrupted, unless they run on an executor of the user's. Every
     * context is deleted when this returns. An interrupt of the thread is a {@code stop()}, and kept.
     *
     * <p>Returns at once if the server was stopped before.
     *
     * @throws IllegalStateException if it serves or has served already
     * @throws java.io.UncheckedIOException if the server transport was closed meanwhile
     */
    @Override
    public void serve() {
        if (!begin()) {
            serverTransport_.close();
            return;
        }
        try {
            events.serverStarting();
            server.start();
            setServing(true);
            boolean interrupted = awaitStop();
            server.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        } finally {
            setServing(false);
            events.serverStopped();
            serverTransport_.close();
        }
    }

    /** Returns false if the server was stopped before. */
    private boolean begin() {
        synchronized (lifecycle) {
            if (stopped_) {
                return false;
            }
            if (begun) {
                throw new IllegalStateException("serve() was called before; make a new server");
            }
            begun = true;
            return true;
        }
    }

    /** Returns whether it was an interrupt that ended the wait. */
    private boolean awaitStop() {
        synchronized (lifecycle) {
            try {
                while (!stopped_) {
                    lifecycle.wait();
                }
                return false;
            } catch (InterruptedException e) {
                stopped_ = true;
                return true;
            }
        }
    }

    /**
     * Has {@link #serve} drain and return; it need not have been called yet. Any thread may call this, also one that
     * runs a handler: it does not wait.
     */
    @Override
    public void stop() {
        setShouldStop(true);
        synchronized (lifecycle) {
            if (!begun) {
                serverTransport_.close();
            }
        }
    }

    /**
     * {@inheritDoc} As {@link #stop}, except that before {@code serve()} it only sets the flag, which can be taken back.
     *
     * @param shouldStop true to stop
     */
    @Override
    public void setShouldStop(boolean shouldStop) {
        synchronized (lifecycle) {
            super.setShouldStop(shouldStop);
            lifecycle.notifyAll();
        }
    }

    /**
     * Sets who is told of the server's begin, its connections and its calls. A connection tells the handler that there
     * was when it came. Contexts are created and deleted on selector threads or those that run calls.
     *
     * @param eventHandler must not block; null for nobody
     */
    @Override
    public void setServerEventHandler(TServerEventHandler eventHandler) {
        super.setServerEventHandler(eventHandler);
        events.setHandler(eventHandler);
    }

    /**
     * The server behind this one: its port, its counters, its options.
     *
     * @return started and stopped by {@link #serve}; do not do it yourself
     */
    public ThriftServer server() {
        return server;
    }

    /**
     * The options, with the names and defaults of {@code TThreadedSelectorServer.Args}.
     *
     * <table>
     *   <caption>What they mean here</caption>
     *   <tr><th>option</th><th>default</th><th>meaning</th></tr>
     *   <tr><td>the server transport</td><td></td><td>a {@code TNonblockingServerSocket}: its socket, its backlog and its
     *       maxFrameSize hold. Any other is refused</td></tr>
     *   <tr><td>{@code processor}, {@code processorFactory}</td><td>none</td><td>needed; the factory is asked once for
     *       each connection</td></tr>
     *   <tr><td>{@code protocolFactory}, {@code inputProtocolFactory}, {@code outputProtocolFactory}</td>
     *       <td>{@code TBinaryProtocol.Factory}</td><td>as they are, with their own limits. Two that differ are refused.
     *       {@code ThriftProtocol.BINARY} is faster than {@code TBinaryProtocol.Factory}, and strict</td></tr>
     *   <tr><td>{@code transportFactory}, {@code inputTransportFactory}, {@code outputTransportFactory}</td>
     *       <td>{@code TFramedTransport.Factory}</td><td>that or {@code TFastFramedTransport.Factory}, whose
     *       maxLength is the largest frame; any other is refused</td></tr>
     *   <tr><td>{@link #maxReadBufferBytes(long)}</td><td>256 MiB</td><td>a larger frame terminates its connection.
     *       Memory for frames that have not arrived whole, over all connections; the connection that wants more is
     *       terminated, where TThreadedSelectorServer lets it wait</td></tr>
     *   <tr><td>{@link #selectorThreads(int)}</td><td>2</td><td>the same, 1 to 256; they accept as well</td></tr>
     *   <tr><td>{@link #workerThreads(int)}</td><td>5</td><td>the same: 1 to 10,000 threads, or 0 for the selector
     *       threads</td></tr>
     *   <tr><td>{@link #executorService(ExecutorService)}</td><td>none</td><td>runs calls in place of worker threads. Shut
     *       down with the server</td></tr>
     *   <tr><td>{@link #strategy(ProcessingStrategy)}</td><td>none</td><td>who runs calls, in place of both. Calls of one
     *       connection then run at the same time, if the strategy has several threads</td></tr>
     *   <tr><td>{@link #stopTimeoutVal(int)}, {@link #stopTimeoutUnit(TimeUnit)}</td><td>60 s</td><td>how long the server
     *       drains at most, 0 to one hour</td></tr>
     *   <tr><td>{@link #acceptQueueSizePerThread(int)}</td><td>4</td><td>none: nothing is queued between accepting and
     *       selecting. At least 1</td></tr>
     *   <tr><td>{@link #acceptPolicy(AcceptPolicy)}</td><td>{@code FAST_ACCEPT}</td><td>none: connections are never
     *       closed for busy workers</td></tr>
     *   <tr><td>{@link #configure(Consumer)}</td><td></td><td>everything else that a {@link ThriftServer} can</td></tr>
     * </table>
     *
     * <p>Frames over 1 GiB are refused whatever was allowed. Not for use by two threads at a time.
     */
    public static class Args extends AbstractNonblockingServerArgs<Args> {
        private static final Duration LONGEST_WAIT = Duration.ofHours(1);
        private static final Duration LONGEST_IDLE = Duration.ofDays(365);

        /** How new connections are accepted. Without meaning here, and there for the programs that say it. */
        public enum AcceptPolicy {
            /** By the executor. */
            FAIR_ACCEPT,
            /** As fast as possible. */
            FAST_ACCEPT
        }

        /** How many threads select, 1 to {@value ThriftServerBuilder#MAX_SELECTOR_THREADS}. */
        public int selectorThreads = 2;

        private int workerThreads = 5;
        private int stopTimeoutVal = 60;
        private TimeUnit stopTimeoutUnit = TimeUnit.SECONDS;
        private ExecutorService executorService;
        private int acceptQueueSizePerThread = 4;
        private AcceptPolicy acceptPolicy = AcceptPolicy.FAST_ACCEPT;
        private Optional<ProcessingStrategy> strategy = Optional.empty();
        private Consumer<ThriftServerBuilder> configuration = builder -> {};

        /**
         * Starts with the defaults.
         *
         * @param transport a {@code TNonblockingServerSocket}
         */
        public Args(TNonblockingServerTransport transport) {
            super(transport);
        }

        /**
         * Sets how many threads read, write and accept.
         *
         * @param threads 1 to {@value ThriftServerBuilder#MAX_SELECTOR_THREADS}
         * @return this
         */
        public Args selectorThreads(int threads) {
            selectorThreads = threads;
            return this;
        }

        /**
         * How many threads read, write and accept.
         *
         * @return a count
         */
        public int getSelectorThreads() {
            return selectorThreads;
        }

        /**
         * Sets how many threads run calls.
         *
         * @param threads 0 to {@value WorkerThreadStrategy#MAX_THREADS}; 0 has the selector threads run them
         * @return this
         */
        public Args workerThreads(int threads) {
            workerThreads = threads;
            return this;
        }

        /**
         * How many threads run calls.
         *
         * @return a count
         */
        public int getWorkerThreads() {
            return workerThreads;
        }

        /**
         * Sets the largest frame, and the memory for frames that have not arrived whole.
         *
         * @param bytes at least 1
         * @return this
         */
        public Args maxReadBufferBytes(long bytes) {
            maxReadBufferBytes = bytes;
            return this;
        }

        /**
         * Sets who reads and who runs calls, whatever worker threads or executor there are.
         *
         * @param processingStrategy one of {@code io.grizzlythrift.strategy}, or one's own
         * @return this
         */
        public Args strategy(ProcessingStrategy processingStrategy) {
            strategy = Optional.of(processingStrategy);
            return this;
        }

        /**
         * Sets anything else: TLS, interceptors, limits ({@code limits} replaces all of them). What it sets wins over the
         * options here.
         *
         * @param options called by the constructor of the server, once
         * @return this
         */
        public Args configure(Consumer<ThriftServerBuilder> options) {
            configuration = configuration.andThen(options);
            return this;
        }

        /**
         * How long the server drains, in the unit of {@link #getStopTimeoutUnit}.
         *
         * @return a number of units
         */
        public int getStopTimeoutVal() {
            return stopTimeoutVal;
        }

        /**
         * Sets how long the server drains.
         *
         * @param timeout 0 to one hour
         * @return this
         */
        public Args stopTimeoutVal(int timeout) {
            stopTimeoutVal = timeout;
            return this;
        }

        /**
         * The unit of the stop timeout.
         *
         * @return a unit
         */
        public TimeUnit getStopTimeoutUnit() {
            return stopTimeoutUnit;
        }

        /**
         * Sets the unit of the stop timeout.
         *
         * @param unit any
         * @return this
         */
        public Args stopTimeoutUnit(TimeUnit unit) {
            stopTimeoutUnit = Objects.requireNonNull(unit, "stopTimeoutUnit");
            return this;
        }

        /**
         * Who runs calls in place of worker threads.
         *
         * @return null if nobody was set
         */
        public ExecutorService getExecutorService() {
            return executorService;
        }

        /**
         * Sets who runs calls in place of worker threads. It is shut down with the server; what it rejects is refused
         * with a reply.
         *
         * @param executor null for worker threads
         * @return this
         */
        public Args executorService(ExecutorService executor) {
            executorService = executor;
            return this;
        }

        /**
         * Without meaning here.
         *
         * @return what was set
         */
        public int getAcceptQueueSizePerThread() {
            return acceptQueueSizePerThread;
        }

        /**
         * Without meaning here.
         *
         * @param size at least 1
         * @return this
         */
        public Args acceptQueueSizePerThread(int size) {
            acceptQueueSizePerThread = size;
            return this;
        }

        /**
         * Without meaning here.
         *
         * @return what was set
         */
        public AcceptPolicy getAcceptPolicy() {
            return acceptPolicy;
        }

        /**
         * Without meaning here.
         *
         * @param policy any
         * @return this
         */
        public Args acceptPolicy(AcceptPolicy policy) {
            acceptPolicy = policy;
            return this;
        }

        /**
         * Checks the bounds of every number.
         *
         * @throws IllegalArgumentException if one is out of bounds; the message names it
         */
        public void validate() {
            Bounds.requireBetween("selectorThreads", selectorThreads, 1, ThriftServerBuilder.MAX_SELECTOR_THREADS);
            Bounds.requireBetween("workerThreads", workerThreads, 0, WorkerThreadStrategy.MAX_THREADS);
            Bounds.requireBetween("acceptQueueSizePerThread", acceptQueueSizePerThread, 1, Integer.MAX_VALUE);
            if (maxReadBufferBytes < 1) {
                throw new IllegalArgumentException(
                        "maxReadBufferBytes is " + maxReadBufferBytes + ", must be at least 1");
            }
            Bounds.requireBetween("the stop timeout", stopTimeout(), Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
        }

        private Duration stopTimeout() {
            return Duration.of(stopTimeoutVal, stopTimeoutUnit.toChronoUnit());
        }

        private void applyTo(ThriftServerBuilder builder, int maxFrameBytes) {
            long largest = Math.min(maxReadBufferBytes, ServiceOptions.MAX_FRAME_BYTES);
            builder.selectorThreads(selectorThreads)
                    .strategy(strategy.orElseGet(this::threads))
                    .shutdownGrace(stopTimeout())
                    .maxFrameBytes((int) Math.min(maxFrameBytes, largest))
                    .limits(ServerLimits.builder()
                            .maxBufferedBytes(Math.min(
                                    maxReadBufferBytes, Runtime.getRuntime().maxMemory() / 2))
                            .queueTimeout(LONGEST_WAIT)
                            .callTimeout(LONGEST_WAIT)
                            .idleTimeout(LONGEST_IDLE)
                            .build());
            configuration.accept(builder);
        }

        private ProcessingStrategy threads() {
            if (executorService != null) {
                return new InOrderStrategy(new ExecutorStrategy(executorService));
            }
            return workerThreads == 0
                    ? SameThreadStrategy.create()
                    : new InOrderStrategy(WorkerThreadStrategy.ofThreads(workerThreads));
        }
    }
}
