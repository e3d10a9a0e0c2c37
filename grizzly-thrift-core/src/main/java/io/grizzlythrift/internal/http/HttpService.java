package io.grizzlythrift.internal.http;

import io.grizzlythrift.internal.dispatch.ConnectionServices;
import io.grizzlythrift.internal.dispatch.Dispatcher;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.json.JsonPort;
import io.grizzlythrift.internal.json.JsonRoute;
import io.grizzlythrift.internal.json.TranscodedCall;
import io.grizzlythrift.internal.memory.HeapCheck;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.internal.util.ShutdownOnce;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running service: processes the messages in the bodies of requests, and checks their timeouts. Any thread can submit
 * messages.
 */
public final class HttpService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpService.class);

    /** Statuses of HTTP. */
    public static final int OK = 200;

    public static final int BAD_REQUEST = 400;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int REQUEST_TIMEOUT = 408;
    public static final int CONTENT_TOO_LARGE = 413;
    public static final int UNSUPPORTED_MEDIA_TYPE = 415;
    public static final int INTERNAL_SERVER_ERROR = 500;
    public static final int SERVICE_UNAVAILABLE = 503;

    /** The number of selector threads that is passed to the strategy; the service itself has no selector. */
    private static final int SELECTOR_THREADS = 1;

    /** The time to wait for interrupted threads to end. */
    private static final Duration STOP_TIMEOUT = Duration.ofMillis(500);

    private final Set<IncomingBody> incoming = ConcurrentHashMap.newKeySet();
    private final Set<ExchangeCall> calls = ConcurrentHashMap.newKeySet();

    private final LogLimiter rejectionLog = new LogLimiter(System::nanoTime);
    private final ConnectionServices services;
    private final ServiceConfig config;
    private final Duration shutdownGrace;
    private final LongConsumer otherTimeouts;
    private final MemoryBudget memory;
    private final HeapCheck heapCheck;
    private final StrategyThreads threads;
    private final Dispatcher dispatcher;
    private final Optional<JsonPort> json;
    private final ShutdownOnce shutdown = new ShutdownOnce();
    private volatile boolean stopped;

    /**
     * Starts the threads that run calls.
     *
     * @param otherTimeouts is called when timeouts are checked, with {@link System#nanoTime()}
     */
    public HttpService(
            ServiceConfig config, ProcessingStrategy strategy, Duration shutdownGrace, LongConsumer otherTimeouts) {
        this.config = config;
        this.shutdownGrace = shutdownGrace;
        this.otherTimeouts = otherTimeouts;
        JsonPort.check(config);
        memory = new MemoryBudget(config.limits().maxBufferedBytes());
        threads = strategy.start(config.name(), SELECTOR_THREADS);
        services = new ConnectionServices(config);
        boolean made = false;
        try {
            dispatcher = new Dispatcher(config, threads, this::checkTimeouts);
            made = true;
        } finally {
            if (!made) {
                threads.undoStart();
            }
        }
        json = JsonPort.of(config, dispatcher.limitReporter());
        dispatcher.counters().readMemoryFrom(memory);
        heapCheck = HeapCheck.begin(config.name(), memory.maxBytes(), maxFrameBytes());
    }

    public ServerCounters counters() {
        return dispatcher.counters();
    }

    public ServerMetrics metrics() {
        return dispatcher.metrics();
    }

    public int maxFrameBytes() {
        return config.limits().maxFrameBytes();
    }

    /**
     * Finds out whether a request is one for the paths of JSON, and what it asks for.
     *
     * @param path the decoded path below that of the service; null for the path of the service itself
     * @param contentType null if there is none
     * @return empty if it can only be a call with a message of Thrift
     */
    public Optional<JsonRoute> route(String method, String path, String contentType) {
        return json.filter(port -> path != null && JsonPort.serves(path))
                .map(port -> port.route(method, path, false, contentType == null ? "" : contentType));
    }

    /** Opens the account of one body or call. */
    MemoryAccount openMemory() {
        return memory.open();
    }

    /**
     * Checks the announced length of a message before it is read. A rejection is counted, and the connection must be
     * closed.
     *
     * @param announcedBytes the length of the message, or -1 if unknown
     * @param peer the sender, for the log
     * @return the reason to send to the peer, or empty if the message may be read
     */
    public Optional<String> rejectionReason(long announcedBytes, Supplier<?> peer) {
        if (announcedBytes <= maxFrameBytes()) {
            return Optional.empty();
        }
        String reason = "the message has " + announcedBytes + " bytes, maxFrameBytes is " + maxFrameBytes();
        dispatcher.limitReporter().reached(LimitType.MAX_FRAME_BYTES, 1, () -> "closed " + peer.get() + ": " + reason);
        return Optional.of(reason);
    }

    /** Checks the timeout of a body until it is removed. */
    void add(IncomingBody body) {
        incoming.add(body);
    }

    void remove(IncomingBody body) {
        incoming.remove(body);
    }

    /**
     * Submits a complete message, or rejects it. The strategy decides which thread runs it.
     *
     * @param array begins with the message; do not overwrite it afterwards, because handlers may keep slices of it. The
     *     whole array counts against the memory budget
     */
    public void run(byte[] array, int length, HttpExchange exchange) {
        Optional<JsonRoute> route = exchange.route();
        if (length == 0 && route.isEmpty()) {
            dispatcher.counters().countProtocolError();
            exchange.fail(BAD_REQUEST, "the message is empty");
            return;
        }
        if (length > maxFrameBytes()) {
            rejectTooLarge(exchange);
            return;
        }
        TranscodedCall transcoded = route.isEmpty() ? null : json.orElseThrow().newCall(route.get(), array, length);
        FrameBatch frames = transcoded == null ? FrameBatch.of(array, 0, length) : transcoded.frames(0);
        exchange.services(services)
                .ifPresentOrElse(
                        found -> dispatcher.submit(
                                track(exchange.newCall(this, found, memory.open(), transcoded)), frames),
                        () -> exchange.fail(INTERNAL_SERVER_ERROR, ConnectionServices.FACTORY_FAILED));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // removing a call cannot fail
    private ExchangeCall track(ExchangeCall call) {
        calls.add(call);
        call.whenEnded().thenRun(() -> {
            calls.remove(call);
            call.replyQueue().memory().close();
        });
        return call;
    }

    private void checkTimeouts(long now) {
        long frameTimeoutNanos = limits().frameTimeout().toNanos();
        incoming.forEach(message -> message.checkTimeout(now, frameTimeoutNanos));
        calls.forEach(call -> call.checkTimeouts(now));
        otherTimeouts.accept(now);
    }

    void rejectTooLarge(HttpExchange exchange) {
        String reason = "the message is too large, maxFrameBytes is " + maxFrameBytes();
        reject(exchange, LimitType.MAX_FRAME_BYTES, CONTENT_TOO_LARGE, reason);
    }

    void rejectForMemory(HttpExchange exchange, String reason) {
        reject(exchange, LimitType.MAX_BUFFERED_BYTES, SERVICE_UNAVAILABLE, reason);
    }

    /** Terminates the exchange of a message that is incomplete or running, or whose reply is unsent. */
    void terminateForMemory(HttpExchange exchange, String reason) {
        dispatcher
                .limitReporter()
                .reached(LimitType.MAX_BUFFERED_BYTES, 1, () -> "closed " + exchange.peer() + ": " + reason);
        exchange.terminate(SERVICE_UNAVAILABLE, reason);
    }

    void rejectStopped(HttpExchange exchange) {
        exchange.fail(SERVICE_UNAVAILABLE, stopping());
    }

    /** {@return why calls are rejected when the service stops} */
    String stopping() {
        return "server '" + config.name() + "' is shutting down";
    }

    /** {@return whether nothing checks the timeouts of calls any longer} */
    boolean isStopped() {
        return stopped;
    }

    private void reject(HttpExchange exchange, LimitType limit, int status, String reason) {
        dispatcher.limitReporter().reached(limit, 1, () -> "closed " + exchange.peer() + ": " + reason);
        exchange.fail(status, reason);
    }

    void terminateSlowSender(HttpExchange exchange) {
        terminate(exchange, LimitType.FRAME_TIMEOUT, "a message did not arrive completely", limits().frameTimeout());
    }

    void terminateSlowReader(HttpExchange exchange) {
        terminate(exchange, LimitType.WRITE_TIMEOUT, "the peer read no byte of a reply", limits().writeTimeout());
    }

    private void terminate(HttpExchange exchange, LimitType limit, String what, Duration bound) {
        String reason = what + " within " + bound.toMillis() + " ms";
        dispatcher.limitReporter().reached(limit, 1, () -> "closed " + exchange.peer() + ": " + reason);
        exchange.terminate(REQUEST_TIMEOUT, reason);
    }

    public ServerLimits limits() {
        return config.limits();
    }

    public LogLimiter rejectionLog() {
        return rejectionLog;
    }

    /**
     * Drains and stops the service. It rejects new calls with a reply, waits until the replies to calls in flight are
     * sent, and stops all threads. When the grace expires, it interrupts running handlers. Requests whose body
     * is incomplete by then are ended with an error. Connections stay open. An interrupt ends the wait; the interrupt flag is
     * set again. A call of this service does not wait.
     */
    @Override
    public void close() {
        if (!dispatcher.isInCall()) {
            shutdown.run(shutdownGrace, () -> drainAndStop(shutdownGrace));
            return;
        }
        LOG.warn(
                "server '{}' is stopped by a call of its own, which does not wait: the drain waits for that call",
                config.name());
        shutdown.runOn(
                task -> new Thread(task, config.name() + "-shutdown").start(),
                shutdownGrace,
                () -> drainAndStop(shutdownGrace));
    }

    private boolean drainAndStop(Duration grace) {
        shutdown.delay(Duration.ZERO);
        dispatcher.rejectCalls(stopping());
        boolean drained = shutdown.awaitDrained(
                CompletableFuture.allOf(
                        calls.stream().map(ExchangeCall::whenEnded).toArray(CompletableFuture[]::new)),
                grace);
        incoming.forEach(IncomingBody::stop); // from now on, nothing checks their timeouts
        stopped = true; // written before the calls are read; trackQueued() does it the other way
        calls.forEach(ExchangeCall::rejectUnproved);
        threads.shutdownNow();
        try {
            boolean ended = threads.awaitTermination(STOP_TIMEOUT);
            dispatcher.close();
            ended &= dispatcher.awaitTermination(STOP_TIMEOUT);
            if (!ended && dispatcher.counters().inFlight() > 0) { // otherwise a thread is slow, or belongs to the user
                LOG.warn("server '{}': a handler ignores its interrupt; its thread is left running", config.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            dispatcher.close();
        }
        heapCheck.end();
        return drained;
    }
}
