package io.grizzlythrift.compat;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.thrift.server.AbstractNonblockingServer.AbstractNonblockingServerArgs;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TNonblockingServerTransport;
import org.jspecify.annotations.Nullable;

/**
 * A drop-in replacement for libthrift's TThreadedSelectorServer that runs a {@link ThriftServer}. Replace the class
 * name in an existing program. Subclasses replace the other servers: {@link TGrizzlyThreadPoolServer}, {@link
 * TGrizzlyHsHaServer} and {@link TGrizzlyNonblockingServer}.
 *
 * <pre>{@code
 * TServer server = new TGrizzlyServer(new TGrizzlyServer.Args(new TNonblockingServerSocket(9090))
 *         .processor(new Calculator.Processor<>(handler))
 *         .protocolFactory(new TCompactProtocol.Factory())
 *         .workerThreads(8));
 * server.serve();
 * }</pre>
 *
 * <p>As in TThreadedSelectorServer, {@link #serve} blocks and {@link #stop} returns at once. Without {@link
 * Args#strategy}, the calls of one connection run one after another. The server uses the socket of the server
 * transport; connections that arrived before {@code serve()} are accepted.
 *
 * <p>Differences:
 *
 * <ul>
 *   <li>The processor factory is called once per connection, not once per call.
 *   <li>A call that cannot run gets an exception as its reply; TThreadedSelectorServer closes the connection.
 *   <li>An exception in {@code createContext} closes the connection instead of stopping the server. If
 *       {@code processContext} throws, the call does not run and gets an internal error. Other failures of an event
 *       handler have no effect. Each failure is logged.
 *   <li>If a connection closes, its context is deleted once its calls have ended.
 *   <li>The {@link io.grizzlythrift.limits.ServerLimits} apply. Timeouts that TThreadedSelectorServer does not have (queue, idle, asynchronous
 *       reply) have their maximum values.
 * </ul>
 */
public class TGrizzlyServer extends TServer {
    private final Object lifecycle = new Object();
    private final ServerEvents events;
    private final ThriftServer server;
    private final ServerSocketChannel socket;
    private boolean started;

    /**
     * Creates a server without starting a thread.
     *
     * @param args the options, which are checked and copied; later changes have no effect
     * @throws IllegalArgumentException if an option is out of bounds or not supported; the message names it
     * @throws IllegalStateException if the server transport is closed
     */
    public TGrizzlyServer(Args args) {
        this(args, options -> args.toMode().create(options));
    }

    /** Creates a server in place of another one of libthrift. */
    TGrizzlyServer(AbstractServerArgs<?> args, ServerMode mode) {
        super(args);
        if (processorFactory_ == null) {
            throw new IllegalArgumentException("nothing to serve: set processor or processorFactory");
        }
        ServerMode.Made made = mode.create(new ServerMode.Options(
                serverTransport_,
                processorFactory_,
                inputTransportFactory_,
                outputTransportFactory_,
                inputProtocolFactory_,
                outputProtocolFactory_));
        server = made.server();
        events = made.events();
        socket = made.socket();
    }

    /**
     * Serves until {@link #stop} is called, then completes the calls in flight within the stop timeout. Handlers that
     * are still running after that are interrupted, unless an {@link Args#executorService executorService} runs them.
     * Contexts are deleted before this method returns. An interrupt of the calling thread stops the server; the interrupt
     * flag is set again.
     *
     * <p>With {@link TGrizzlyThreadPoolServer}, whose connections have a thread each, handlers on the user's executor are
     * interrupted, too, and the context of a handler that ignores its interrupt is deleted when it returns, on its thread.
     *
     * <p>Returns at once if the server is already stopped.
     *
     * @throws IllegalStateException if the method was called before
     * @throws java.io.UncheckedIOException if the server transport is closed
     */
    @Override
    public void serve() {
        if (!tryStart()) {
            closeSocket();
            return;
        }
        Duration patience = Duration.ZERO;
        boolean interrupted = false;
        try {
            events.serverStarting();
            server.start();
            setServing(true);
            interrupted = awaitStop();
            long begin = System.nanoTime();
            server.close();
            patience = server.config().shutdownGrace().minusNanos(System.nanoTime() - begin);
        } finally {
            setServing(false);
            events.serverStopped(patience);
            closeSocket();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeSocket() {
        serverTransport_.close();
        try {
            socket.close(); // a channel that has taken its place
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns false if the server is already stopped. */
    private boolean tryStart() {
        synchronized (lifecycle) {
            if (stopped_) {
                return false;
            }
            if (started) {
                throw new IllegalStateException("serve() was called before; make a new server");
            }
            started = true;
            return true;
        }
    }

    /** Returns whether an interrupt ended the wait. */
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
     * Causes {@link #serve} to drain and return; can also be called before {@code serve()}. Does not wait, so any
     * thread can call it, including one that runs a handler.
     */
    @Override
    public void stop() {
        setShouldStop(true);
        synchronized (lifecycle) {
            if (!started) {
                closeSocket();
            }
        }
    }

    /**
     * {@inheritDoc} Like {@link #stop}, except that before {@code serve()} it only sets the flag, which can be reset.
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
     * Sets the event handler for the start of the server, its connections and its calls. A connection keeps the handler
     * that was set when it was accepted. Contexts are created and deleted on selector threads or threads that run
     * calls; with {@link TGrizzlyThreadPoolServer}, on the thread of their connection.
     *
     * @param eventHandler must not block; null for none
     */
    @SuppressWarnings("exports") // JSpecify is optional at run time
    @Override
    public void setServerEventHandler(@Nullable TServerEventHandler eventHandler) {
        super.setServerEventHandler(eventHandler);
        events.setHandler(eventHandler);
    }

    /**
     * Returns the underlying server, with its port, counters and options.
     *
     * @return the server; {@link #serve} starts and stops it, so do not call those methods
     */
    public ThriftServer server() {
        return server;
    }

    /** {@return a description of the underlying server} */
    @Override
    public String toString() {
        return "TGrizzlyServer over " + server;
    }

    /**
     * The options, with the names and defaults of {@code TThreadedSelectorServer.Args}.
     *
     * <table>
     *   <caption>Options and their meaning</caption>
     *   <tr><th>option</th><th>default</th><th>meaning</th></tr>
     *   <tr><td>the server transport</td><td></td><td>a {@code TNonblockingServerSocket}: its socket, backlog and
     *       maxFrameSize apply. Any other is rejected</td></tr>
     *   <tr><td>{@code processor}, {@code processorFactory}</td><td>none</td><td>required; the factory is called once
     *       per connection</td></tr>
     *   <tr><td>{@code protocolFactory}, {@code inputProtocolFactory}, {@code outputProtocolFactory}</td>
     *       <td>{@code TBinaryProtocol.Factory}</td><td>used as they are, with their own limits. Different
     *       factories are rejected. {@code ThriftProtocol.BINARY} is faster than {@code TBinaryProtocol.Factory}, and
     *       strict</td></tr>
     *   <tr><td>{@code transportFactory}, {@code inputTransportFactory}, {@code outputTransportFactory}</td>
     *       <td>{@code TFramedTransport.Factory}</td><td>this or {@code TFastFramedTransport.Factory}; its
     *       maxLength is the largest frame. With a {@code TSaslServerTransport.Factory}, clients must use one of its
     *       mechanisms. Any other is rejected</td></tr>
     *   <tr><td>{@link #maxReadBufferBytes(long)}</td><td>256 MiB</td><td>a larger frame terminates its connection.
     *       Also limits the memory for incomplete frames of all connections: a connection that needs more is
     *       terminated, whereas TThreadedSelectorServer lets it wait</td></tr>
     *   <tr><td>{@link #selectorThreads(int)}</td><td>2</td><td>the same, 1 to 256; these threads also accept
     *       connections</td></tr>
     *   <tr><td>{@link #workerThreads(int)}</td><td>5</td><td>the same: 1 to 10,000 threads, or 0 to run calls on the
     *       selector threads</td></tr>
     *   <tr><td>{@link #executorService(ExecutorService)}</td><td>none</td><td>runs calls instead of worker
     *       threads. Shut down with the server</td></tr>
     *   <tr><td>{@link #strategy(ProcessingStrategy)}</td><td>none</td><td>runs calls instead of both. The calls of
     *       one connection run concurrently if the strategy has several threads</td></tr>
     *   <tr><td>{@link #stopTimeoutVal(int)}, {@link #stopTimeoutUnit(TimeUnit)}</td><td>60 s</td><td>the maximum
     *       time to drain, 0 to one hour</td></tr>
     *   <tr><td>{@link #acceptQueueSizePerThread(int)}</td><td>4</td><td>no effect: nothing is queued between
     *       accepting and selecting. At least 1</td></tr>
     *   <tr><td>{@link #acceptPolicy(AcceptPolicy)}</td><td>{@code FAST_ACCEPT}</td><td>no effect: connections are
     *       never closed because workers are busy</td></tr>
     *   <tr><td>{@link #configure(Consumer)}</td><td></td><td>all other options of a {@link ThriftServer}</td></tr>
     * </table>
     *
     * <p>Frames over 1 GiB are always rejected. Not thread-safe.
     */
    public static class Args extends AbstractNonblockingServerArgs<Args> {
        /** How new connections are accepted. Has no effect; it exists for source compatibility. */
        public enum AcceptPolicy {
            /** By the executor. */
            FAIR_ACCEPT,
            /** As fast as possible. */
            FAST_ACCEPT
        }

        /** The number of selector threads, 1 to {@value ThriftServerBuilder#MAX_SELECTOR_THREADS}. */
        public int selectorThreads = 2;

        private int workerThreads = 5;
        private int stopTimeoutVal = 60;
        private TimeUnit stopTimeoutUnit = TimeUnit.SECONDS;
        private @Nullable ExecutorService executorService;
        private int acceptQueueSizePerThread = 4;
        private AcceptPolicy acceptPolicy = AcceptPolicy.FAST_ACCEPT;
        private Optional<ProcessingStrategy> strategy = Optional.empty();
        private Consumer<ThriftServerBuilder> configuration = builder -> {};

        /**
         * Creates options with the default values.
         *
         * @param transport a {@code TNonblockingServerSocket}
         */
        public Args(TNonblockingServerTransport transport) {
            super(transport);
        }

        /**
         * Sets the number of threads that read, write and accept.
         *
         * @param threads 1 to {@value ThriftServerBuilder#MAX_SELECTOR_THREADS}
         * @return this
         */
        public Args selectorThreads(int threads) {
            selectorThreads = threads;
            return this;
        }

        /**
         * Returns the number of threads that read, write and accept.
         *
         * @return a count
         */
        public int getSelectorThreads() {
            return selectorThreads;
        }

        /**
         * Sets the number of threads that run calls.
         *
         * @param threads 0 to {@value WorkerThreadStrategy#MAX_THREADS}; with 0 the selector threads run calls
         * @return this
         */
        public Args workerThreads(int threads) {
            workerThreads = threads;
            return this;
        }

        /**
         * Returns the number of threads that run calls.
         *
         * @return a count
         */
        public int getWorkerThreads() {
            return workerThreads;
        }

        /**
         * Sets the largest frame, and the memory for incomplete frames of all connections.
         *
         * @param bytes at least 1
         * @return this
         */
        public Args maxReadBufferBytes(long bytes) {
            maxReadBufferBytes = bytes;
            return this;
        }

        /**
         * Sets the strategy, which replaces the worker threads and the executor.
         *
         * @param processingStrategy one of {@code io.grizzlythrift.strategy}, or your own
         * @return this
         */
        public Args strategy(ProcessingStrategy processingStrategy) {
            strategy = Optional.of(processingStrategy);
            return this;
        }

        /**
         * Sets a strategy of this library by its name, such as {@code adaptive}, with its default options.
         *
         * @param name as in {@link ProcessingStrategy#named}
         * @return this
         * @throws IllegalArgumentException if there is no strategy of this name
         */
        public Args strategy(String name) {
            return strategy(ProcessingStrategy.named(name));
        }

        /**
         * Sets other options of the server: TLS, interceptors, limits ({@code limits} replaces all limits, also the
         * largest frame and the timeouts that this class sets). They override the options of this class. Repeatable.
         *
         * @param options called once, by the constructor of the server
         * @return this
         */
        public Args configure(Consumer<ThriftServerBuilder> options) {
            configuration = configuration.andThen(options);
            return this;
        }

        /**
         * Returns the maximum time to drain, in the unit of {@link #getStopTimeoutUnit}.
         *
         * @return the stop timeout
         */
        public int getStopTimeoutVal() {
            return stopTimeoutVal;
        }

        /**
         * Sets the maximum time to drain.
         *
         * @param timeout 0 to one hour
         * @return this
         */
        public Args stopTimeoutVal(int timeout) {
            stopTimeoutVal = timeout;
            return this;
        }

        /**
         * Returns the unit of the stop timeout.
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
         * Returns the executor that runs calls instead of worker threads.
         *
         * @return null if none is set
         */
        @SuppressWarnings("exports") // JSpecify is optional at run time
        public @Nullable ExecutorService getExecutorService() {
            return executorService;
        }

        /**
         * Sets an executor that runs calls instead of worker threads. It is shut down with the server. Calls that it
         * rejects get an error reply.
         *
         * @param executor null for worker threads
         * @return this
         */
        @SuppressWarnings("exports") // JSpecify is optional at run time
        public Args executorService(@Nullable ExecutorService executor) {
            executorService = executor;
            return this;
        }

        /**
         * Has no effect.
         *
         * @return the value that was set
         */
        public int getAcceptQueueSizePerThread() {
            return acceptQueueSizePerThread;
        }

        /**
         * Has no effect.
         *
         * @param size at least 1
         * @return this
         */
        public Args acceptQueueSizePerThread(int size) {
            acceptQueueSizePerThread = size;
            return this;
        }

        /**
         * Has no effect.
         *
         * @return the value that was set
         */
        public AcceptPolicy getAcceptPolicy() {
            return acceptPolicy;
        }

        /**
         * Has no effect.
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
            toMode();
        }

        private FramedMode toMode() {
            Bounds.requireBetween("workerThreads", workerThreads, 0, WorkerThreadStrategy.MAX_THREADS);
            Bounds.requireBetween("acceptQueueSizePerThread", acceptQueueSizePerThread, 1, Integer.MAX_VALUE);
            return new FramedMode(
                    selectorThreads,
                    strategy.orElseGet(() -> FramedMode.inOrder(executorService, workerThreads)),
                    FramedMode.stopTimeout(stopTimeoutVal, stopTimeoutUnit),
                    maxReadBufferBytes,
                    configuration);
        }
    }
}
