package io.grizzlythrift.compat;

import io.grizzlythrift.server.ThriftServerBuilder;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.thrift.server.TServer.AbstractServerArgs;
import org.apache.thrift.transport.TServerTransport;
import org.jspecify.annotations.Nullable;

/**
 * A drop-in replacement for libthrift's TThreadPoolServer: each connection has a thread from its start to its end, which
 * handlers may rely on, for example with thread locals. Replace the class name in an existing program.
 *
 * <pre>{@code
 * TServer server = new TGrizzlyThreadPoolServer(new TGrizzlyThreadPoolServer.Args(new TServerSocket(9090))
 *         .processor(new Calculator.Processor<>(handler))
 *         .maxWorkerThreads(200));
 * server.serve();
 * }</pre>
 *
 * <p>Everything of a connection runs on its thread: the factories, {@code createContext}, {@code processContext}, all
 * calls in their order, and {@code deleteContext}, however the connection ends. The server reads on its selector threads,
 * so a peer may send calls while one runs. A handler that blocks occupies its own thread only.
 *
 * <p>If all threads are occupied, further connections are closed, as in TThreadPoolServer, and counted by {@link
 * #refusedConnections}. An executor with a queue lets them wait.
 *
 * <p>Differences from TThreadPoolServer:
 *
 * <ul>
 *   <li>{@link #stop} drains: calls that were read get their replies, later ones are rejected. Handlers are interrupted
 *       once the stop timeout has expired, not at once. The context of a handler that ignores this is deleted when it
 *       returns.
 *   <li>{@code processContext} is called before each call, once that has arrived, and not before the end of the stream.
 *   <li>Transports identify their connection only: a {@code TSocket} that knows its addresses and its socket, and what
 *       the transport factory puts around it. The server reads and writes messages itself, so their {@code read} and
 *       {@code write} are not called.
 *   <li>If the server transport has a socket without a channel, the constructor closes it and binds its address again.
 *   <li>The {@link io.grizzlythrift.limits.ServerLimits} apply, with the timeouts of {@link TGrizzlyServer}.
 * </ul>
 */
public final class TGrizzlyThreadPoolServer extends TGrizzlyServer {
    private final LongAdder refused;

    /**
     * Creates a server without starting a thread.
     *
     * @param args the options, which are checked and copied; later changes have no effect
     * @throws IllegalArgumentException if an option is out of bounds or not supported; the message names it
     * @throws IllegalStateException if the server transport is closed
     * @throws java.io.UncheckedIOException if its address cannot be bound again
     */
    public TGrizzlyThreadPoolServer(Args args) {
        this(args, new LongAdder());
    }

    private TGrizzlyThreadPoolServer(Args args, LongAdder refused) {
        super(args, options -> args.toMode(refused).create(options));
        this.refused = refused;
    }

    /**
     * Returns the number of connections that were closed because no thread was free for them.
     *
     * @return a count since the start
     */
    public long refusedConnections() {
        return refused.sum();
    }

    /**
     * The options, with the names and defaults of {@code TThreadPoolServer.Args}.
     *
     * <table>
     *   <caption>Options and their meaning</caption>
     *   <tr><th>option</th><th>default</th><th>meaning</th></tr>
     *   <tr><td>the server transport</td><td></td><td>a {@code TServerSocket}, whose address, {@code clientTimeout} and
     *       {@code maxMessageSize} apply; for TLS, use {@link ThriftServerBuilder#tls} with {@link #configure}. A socket
     *       of {@code TSSLTransportFactory}, or a subclass with its own {@code accept()}, is rejected</td></tr>
     *   <tr><td>{@code processor}, {@code processorFactory}</td><td>none</td><td>required, and synchronous; the factory
     *       is called once per connection</td></tr>
     *   <tr><td>{@code protocolFactory}, {@code inputProtocolFactory}, {@code outputProtocolFactory}</td>
     *       <td>{@code TBinaryProtocol.Factory}</td><td>must be the same protocol. Without frames, it must be binary or
     *       compact, its messages must be strict, and its own limits on strings and containers do not apply</td></tr>
     *   <tr><td>{@code transportFactory}, {@code inputTransportFactory}, {@code outputTransportFactory}</td>
     *       <td>{@code TTransportFactory}</td><td>tried once, by the constructor: messages without frames, as by
     *       default, or framed, as by {@code TFramedTransport.Factory}. Called once per connection. The mechanisms of a
     *       {@code TSaslServerTransport.Factory} are read, and clients must use one of them; the server negotiates itself.
     *       Others are rejected</td></tr>
     *   <tr><td>{@link #minWorkerThreads(int)}</td><td>5</td><td>the same</td></tr>
     *   <tr><td>{@link #maxWorkerThreads(int)}</td><td>2,147,483,647</td><td>the same; {@code maxConnections} of the
     *       limits applies, too</td></tr>
     *   <tr><td>{@link #executorService(ExecutorService)}</td><td>none</td><td>the same, but handlers are
     *       interrupted only when the stop timeout has expired</td></tr>
     *   <tr><td>{@link #stopTimeoutVal(int)}, {@link #stopTimeoutUnit(TimeUnit)}</td><td>60 s</td><td>the maximum time
     *       to drain, 0 to one hour</td></tr>
     *   <tr><td>{@link #configure(Consumer)}</td><td></td><td>all other options of a {@link io.grizzlythrift.server.ThriftServer}</td></tr>
     * </table>
     *
     * <p>Not thread-safe.
     */
    public static final class Args extends AbstractServerArgs<Args> {
        /** The number of threads that stay when connections end, 0 or more. */
        public int minWorkerThreads = 5;

        /** The largest number of threads, and so of connections, at least 1. */
        public int maxWorkerThreads = Integer.MAX_VALUE;

        /** Runs connections instead; null for none. */
        @SuppressWarnings("exports") // JSpecify is optional at run time
        public @Nullable ExecutorService executorService;

        /** The maximum time to drain, 0 to one hour. */
        public int stopTimeoutVal = 60;

        /** The unit of {@link #stopTimeoutVal}. */
        public TimeUnit stopTimeoutUnit = TimeUnit.SECONDS;

        private Consumer<ThriftServerBuilder> configuration = builder -> {};

        /**
         * Creates options with the default values.
         *
         * @param transport a {@code TServerSocket}
         */
        public Args(TServerTransport transport) {
            super(transport);
        }

        /**
         * Sets the number of threads that stay when connections end.
         *
         * @param threads 0 or more
         * @return this
         */
        public Args minWorkerThreads(int threads) {
            minWorkerThreads = threads;
            return this;
        }

        /**
         * Sets the largest number of threads, and so of connections.
         *
         * @param threads at least 1 and {@link #minWorkerThreads}
         * @return this
         */
        public Args maxWorkerThreads(int threads) {
            maxWorkerThreads = threads;
            return this;
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
         * Sets an executor whose threads run connections, one task for each. It is shut down with the server. Connections
         * that it rejects, or would run on the submitting thread, are closed.
         *
         * @param executor null for threads of the server's own
         * @return this
         */
        @SuppressWarnings("exports") // JSpecify is optional at run time
        public Args executorService(@Nullable ExecutorService executor) {
            executorService = executor;
            return this;
        }

        /**
         * Sets other options of the {@link io.grizzlythrift.server.ThriftServer}, which override those of this class. Repeatable. The
         * strategy stays that of this server.
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
            toMode(new LongAdder());
        }

        private ThreadPoolMode toMode(LongAdder refused) {
            return new ThreadPoolMode(
                    minWorkerThreads,
                    maxWorkerThreads,
                    Optional.ofNullable(executorService),
                    FramedMode.stopTimeout(stopTimeoutVal, stopTimeoutUnit),
                    configuration,
                    refused);
        }
    }
}
