package io.grizzlythrift.server;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * A Thrift server. Works with framed clients in any language that speak the same protocol. A server can be started once
 * and stopped once. All methods are thread-safe.
 *
 * <pre>{@code
 * ThriftServer server = ThriftServer.builder()
 *         .listen("127.0.0.1", 9090)
 *         .processor(new Calculator.Processor<>(handler))
 *         .strategy(WorkerThreadStrategy.ofThreads(8))
 *         .build();
 * server.start();
 * }</pre>
 *
 * <p>A connection can have many calls in flight. A strategy with several threads runs them concurrently, so handlers
 * must be thread-safe. Binary arguments of more than 256 bytes are slices of the read buffer. They stay valid while the
 * handler keeps them, and keep that buffer in memory: at most 64 KiB, or their own frame. Shorter ones are copies. Buffers
 * without such slices are reused for later reads, so a processor that is not generated code must not access the
 * buffer of its transport after it returns.
 *
 * <p>A peer that shuts down its output gets the replies to the calls that it has sent; then the connection closes.
 */
public final class ThriftServer implements AutoCloseable {
    private final ThriftListener listener;

    ThriftServer(ThriftServerConfig config) {
        listener = new ThriftListener(config);
    }

    /**
     * Creates a builder.
     *
     * @return a builder with defaults; it needs at least one address and one processor
     */
    public static ThriftServerBuilder builder() {
        return new ThriftServerBuilder();
    }

    /**
     * Binds every address and serves until {@link #shutdown} or {@link #close}. If an address cannot be bound, or the
     * start fails for another reason, all addresses are released, announcements are withdrawn, all threads end, and the
     * server can be started again. A channel that the server {@linkplain ThriftServerBuilder#adopt adopted} stays open, unless
     * the start fails after the server has begun to listen.
     *
     * @return this
     * @throws IllegalStateException if the server was already started, or if an older version of libthrift than 0.23.0 comes
     *     first on the class path
     * @throws UncheckedIOException if an address cannot be bound; the message names it
     */
    public ThriftServer start() {
        listener.start();
        return this;
    }

    /**
     * Returns the port of the first address.
     *
     * @return the bound port, even if port 0 was requested
     * @throws IllegalStateException if the server is not started
     */
    public int port() {
        return listener.port();
    }

    /**
     * Returns the addresses of the server, in the order in which they were added.
     *
     * @return addresses with their bound ports
     * @throws IllegalStateException if the server was never started
     */
    public List<InetSocketAddress> addresses() {
        return listener.addresses();
    }

    /**
     * {@return what serves on the transport of this server} For code that works with servers and listeners on other transports
     * alike.
     */
    public ThriftListener listener() {
        return listener;
    }

    /** {@return the immutable configuration} */
    public ThriftServerConfig config() {
        return listener.config();
    }

    /**
     * Returns the description of the services that are served. It is created when it is first asked for, which initializes
     * the generated classes of all types, and has the documentation of {@link
     * io.grizzlythrift.catalog.json.ThriftDocumentation} if it is on the class path.
     *
     * @return the same catalog each time; without the services of processors that are not generated code, unless {@link
     *     ThriftServerBuilder#catalog} was set
     */
    public ServiceCatalog catalog() {
        return listener.catalog();
    }

    /**
     * Returns the counters of connections, calls and limits.
     *
     * @return live counters, valid after the server has stopped
     * @throws IllegalStateException if the server was never started
     */
    public ServerCounters counters() {
        return listener.counters();
    }

    /**
     * Returns the metrics of each method.
     *
     * @return live metrics, valid after the server has stopped
     * @throws IllegalStateException if the server was never started
     */
    public ServerMetrics metrics() {
        return listener.metrics();
    }

    /**
     * Returns what the server does now: calls in flight, connections, methods, limits, memory, queues, threads. Reads what is
     * there anyway, on the calling thread; nothing is recorded for it before, so the first snapshot has no {@linkplain
     * io.grizzlythrift.inspect.MethodSnapshot#queued() latencies}. Takes time in proportion to the number of connections and of
     * threads, without stopping any. May be called at any time, also before the start and after the end.
     *
     * @return a snapshot of the size that {@link InspectOptions#create()} says
     */
    public ServerSnapshot inspect() {
        return inspect(InspectOptions.create());
    }

    /**
     * Returns what the server does now, as {@link #inspect()} does.
     *
     * @param options how much of it
     * @return a snapshot
     */
    public ServerSnapshot inspect(InspectOptions options) {
        return listener.inspect(options);
    }

    /**
     * Returns the number of connections terminated because their bytes are not a frame or message, or use a dialect
     * that is not accepted.
     *
     * @return a count since the start
     * @throws IllegalStateException if the server was never started
     */
    public long rejectedFrames() {
        return listener.rejectedFrames();
    }

    /**
     * Publishes metrics under {@code /metrics}, if the server accepts {@linkplain ThriftServerBuilder#http HTTP}.
     * Replaces metrics that were published before. {@code ThriftServerMetricsBinder} calls this for registries of
     * Prometheus.
     *
     * @param text returns the body of a response, in the text format of Prometheus; called by one thread at a time,
     *     {@code NAME-metrics}. If it throws, the response is 500 and the exception is logged
     * @return withdraws the metrics; does nothing if they have been replaced
     */
    public Runnable publishMetrics(Supplier<String> text) {
        return listener.publishMetrics(text);
    }

    /**
     * Returns whether the server serves connections: from {@link #start} until it has stopped, including while it
     * drains. Use this for a liveness probe.
     *
     * @return false before the start, after a failed start, and once the server has stopped
     */
    public boolean isRunning() {
        return listener.isRunning();
    }

    /**
     * Returns whether the server should get new connections and calls. Use this for a readiness probe: it is false as
     * soon as {@link #shutdown} or {@link #close} is called, although the server still serves for {@link
     * ThriftServerConfig#drainDelay()}.
     *
     * @return true from {@link #start} until the first call of {@code shutdown} or {@code close}
     */
    public boolean isReady() {
        return listener.isReady();
    }

    /**
     * Waits until the server has stopped. Keeps the JVM running: {@code main} starts the server and calls this method.
     * Also waits if the server is not started yet.
     *
     * @throws InterruptedException if the calling thread is interrupted; the server continues
     */
    public void awaitTermination() throws InterruptedException {
        listener.awaitTermination();
    }

    /**
     * Waits until the server has stopped or the timeout expires.
     *
     * @param timeout zero to 365 days
     * @return whether the server has stopped
     * @throws InterruptedException if the calling thread is interrupted; the server continues
     * @throws IllegalArgumentException if the timeout is out of bounds
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return listener.awaitTermination(timeout);
    }

    /** Calls {@link #shutdown} with the configured {@link ThriftServerConfig#shutdownGrace()}. */
    @Override
    public void close() {
        listener.close();
    }

    /**
     * Drains and stops the server. First it withdraws its {@linkplain ThriftServerBuilder#announce announcements}.
     * Unless the grace is zero, it then serves as before for {@link ThriftServerConfig#drainDelay()}, while {@link
     * #isReady()} is already false. Then it rejects new calls with a reply, stops listening, completes calls in flight,
     * writes all pending replies and closes the connections. Clients of this project are instead asked to close their
     * connections, once no socket listens, and their calls run until they do. When the grace expires, the server
     * terminates the remaining connections and interrupts running handlers. If another thread has stopped or is
     * stopping the server, this method returns that thread's result; the grace that expires first applies, and zero
     * ends the delay.
     *
     * <p>With SameThread, a selector that runs a handler stops listening once the handler returns. The rest of the
     * drain waits for that at most one second, and at most a quarter of the grace.
     *
     * <p>A handler or an interceptor may call this method: it then returns false without waiting, because the drain waits for
     * its call. The same applies to code that runs while a call is read, such as a {@link
     * io.grizzlythrift.call.PriorityClassifier}, or that makes {@linkplain #publishMetrics metrics}. Code on other threads that
     * ends a call asynchronously must end it first.
     *
     * @param grace the longest time to wait for calls and writes after the delay, zero to one hour; zero terminates at
     *     once
     * @return true if, within the grace, every accepted call had a reply, and every reply was written or its peer had
     *     disconnected or was too slow
     * @throws IllegalArgumentException if the grace is out of bounds; the server is then unchanged
     */
    public boolean shutdown(Duration grace) {
        return listener.shutdown(grace);
    }

    /** {@return name, state, addresses, strategy, and the current numbers of open connections and calls in flight} */
    @Override
    public String toString() {
        return listener.toString();
    }
}
