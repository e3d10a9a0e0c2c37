package io.grizzlythrift.compat;

import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.thrift.server.AbstractNonblockingServer.AbstractNonblockingServerArgs;
import org.apache.thrift.transport.TNonblockingServerTransport;
import org.jspecify.annotations.Nullable;

/**
 * A drop-in replacement for libthrift's THsHaServer: one thread accepts, reads and writes, and {@code minWorkerThreads}
 * run calls, those of one connection one after another. Replace the class name in an existing program.
 *
 * <p>Differs from THsHaServer as {@link TGrizzlyServer} differs from TThreadedSelectorServer.
 */
public final class TGrizzlyHsHaServer extends TGrizzlyServer {
    /**
     * Creates a server without starting a thread.
     *
     * @param args the options, which are checked and copied; later changes have no effect
     * @throws IllegalArgumentException if an option is out of bounds or not supported; the message names it
     * @throws IllegalStateException if the server transport is closed
     */
    public TGrizzlyHsHaServer(Args args) {
        super(args, options -> args.toMode().create(options));
    }

    /**
     * The options, with the names and defaults of {@code THsHaServer.Args}, and {@link #configure}. Those that all servers
     * have are described at {@link TGrizzlyServer.Args}. Not thread-safe.
     */
    public static final class Args extends AbstractNonblockingServerArgs<Args> {
        /** The number of threads that run calls, 1 to {@value WorkerThreadStrategy#MAX_THREADS}. */
        public int minWorkerThreads = 5;

        /** Has no effect, as in THsHaServer, whose queue is unbounded. At least {@link #minWorkerThreads}. */
        public int maxWorkerThreads = Integer.MAX_VALUE;

        private int stopTimeoutVal = 60;
        private TimeUnit stopTimeoutUnit = TimeUnit.SECONDS;
        private @Nullable ExecutorService executorService;
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
         * Sets the minimum and the maximum.
         *
         * @param threads 1 to {@value WorkerThreadStrategy#MAX_THREADS}
         * @return this
         * @deprecated as in THsHaServer; use {@link #minWorkerThreads(int)}
         */
        @Deprecated
        public Args workerThreads(int threads) {
            minWorkerThreads = threads;
            maxWorkerThreads = threads;
            return this;
        }

        /**
         * Returns the number of threads that run calls.
         *
         * @return a count
         * @deprecated as in THsHaServer; use {@link #getMinWorkerThreads()}
         */
        @Deprecated
        @SuppressWarnings("InlineMeSuggester") // callers may move to another server
        public int getWorkerThreads() {
            return minWorkerThreads;
        }

        /**
         * Sets the number of threads that run calls.
         *
         * @param threads 1 to {@value WorkerThreadStrategy#MAX_THREADS}
         * @return this
         */
        public Args minWorkerThreads(int threads) {
            minWorkerThreads = threads;
            return this;
        }

        /**
         * Has no effect.
         *
         * @param threads at least {@link #minWorkerThreads}
         * @return this
         */
        public Args maxWorkerThreads(int threads) {
            maxWorkerThreads = threads;
            return this;
        }

        /**
         * Returns the number of threads that run calls.
         *
         * @return a count
         */
        public int getMinWorkerThreads() {
            return minWorkerThreads;
        }

        /**
         * Returns a number without effect.
         *
         * @return the value that was set
         */
        public int getMaxWorkerThreads() {
            return maxWorkerThreads;
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
         * Sets other options of the {@link io.grizzlythrift.server.ThriftServer}, which override those of this class. Repeatable.
         *
         * @param options called once, by the constructor of the server
         * @return this
         */
        public Args configure(Consumer<ThriftServerBuilder> options) {
            configuration = configuration.andThen(options);
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
            Bounds.requireBetween("minWorkerThreads", minWorkerThreads, 1, WorkerThreadStrategy.MAX_THREADS);
            Bounds.requireBetween("maxWorkerThreads", maxWorkerThreads, minWorkerThreads, Integer.MAX_VALUE);
            return new FramedMode(
                    1,
                    FramedMode.inOrder(executorService, minWorkerThreads),
                    FramedMode.stopTimeout(stopTimeoutVal, stopTimeoutUnit),
                    maxReadBufferBytes,
                    configuration);
        }
    }
}
