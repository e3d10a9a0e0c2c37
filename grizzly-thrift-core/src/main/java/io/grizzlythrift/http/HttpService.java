package io.grizzlythrift.http;

import io.grizzlythrift.internal.connection.ConnectionTransport;
import io.grizzlythrift.internal.dispatch.ConnectionServices;
import io.grizzlythrift.internal.dispatch.Dispatcher;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.memory.HeapCheck;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.util.InitialAttribute;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.internal.util.ShutdownOnce;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running service of a {@link ThriftHttpHandler}: processes the messages in the bodies of requests, and checks their
 * timeouts. Any thread can submit messages.
 */
final class HttpService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpService.class);

    /** The processors of a connection for each service. */
    private static final Attribute<Map<HttpService, ProcessorTable>> SERVICES =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(HttpService.class.getName());

    private static final Attribute<Map<HttpService, CallFlow>> FLOWS =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(HttpService.class.getName() + ".flows");

    /** The time to wait for interrupted threads to end. */
    private static final Duration STOP_TIMEOUT = Duration.ofMillis(500);

    private final Set<RequestBody> incoming = ConcurrentHashMap.newKeySet();
    private final Set<ExchangeCall> calls = ConcurrentHashMap.newKeySet();

    /** Connections whose peers were sent a failure, with the time of the failure in nanoseconds. */
    private final Map<Connection<?>, Long> closing = new ConcurrentHashMap<>();

    private final LogLimiter rejectionLog = new LogLimiter(System::nanoTime);
    private final ConnectionServices services;
    private final ThriftHttpConfig config;
    private final MemoryBudget memory;
    private final HeapCheck heapCheck;
    private final StrategyThreads threads;
    private final Dispatcher dispatcher;
    private final ShutdownOnce shutdown = new ShutdownOnce();

    HttpService(ThriftHttpConfig config) {
        this.config = config;
        memory = new MemoryBudget(config.limits().maxBufferedBytes());
        threads = config.strategy().start(config.name(), ThriftHttpConfig.SELECTOR_THREADS);
        services = new ConnectionServices(config.service());
        boolean made = false;
        try {
            dispatcher = new Dispatcher(config.service(), threads, this::checkTimeouts);
            made = true;
        } finally {
            if (!made) {
                threads.undoStart();
            }
        }
        dispatcher.counters().readMemoryFrom(memory);
        heapCheck = HeapCheck.begin(config.name(), memory.maxBytes(), maxFrameBytes());
    }

    ServerCounters counters() {
        return dispatcher.counters();
    }

    ServerMetrics metrics() {
        return dispatcher.metrics();
    }

    int maxFrameBytes() {
        return config.limits().maxFrameBytes();
    }

    /** Opens the account of one body or call. */
    MemoryAccount openMemory() {
        return memory.open();
    }

    /**
     * Checks the announced length of a message before it is read. A rejection is counted, and the connection is
     * expected to close: see {@link #expectClose}.
     *
     * @param announcedBytes the length of the message, or -1 if unknown
     * @param connection the connection of the message
     * @return the reason to send to the peer, or empty if the message may be read
     */
    Optional<String> rejectionReason(long announcedBytes, Connection<?> connection) {
        if (announcedBytes <= maxFrameBytes()) {
            return Optional.empty();
        }
        String reason = "the message has " + announcedBytes + " bytes, maxFrameBytes is " + maxFrameBytes();
        dispatcher
                .limitReporter()
                .reached(LimitType.MAX_FRAME_BYTES, 1, () -> "closed " + connection.getPeerAddress() + ": " + reason);
        expectClose(connection);
        return Optional.of(reason);
    }

    /** Checks the timeout of a body until it is removed. */
    void add(RequestBody body) {
        incoming.add(body);
    }

    void remove(RequestBody body) {
        incoming.remove(body);
    }

    /**
     * Submits a complete message, or rejects it. The strategy decides which thread runs it.
     *
     * @param array begins with the message; do not overwrite it afterwards, because handlers may keep slices of it. The
     *     whole array counts against the memory budget
     */
    void run(byte[] array, int length, HttpExchange exchange) {
        if (length == 0) {
            dispatcher.counters().countProtocolError();
            fail(exchange, HttpStatus.BAD_REQUEST_400, "the message is empty");
            return;
        }
        if (length > maxFrameBytes()) {
            rejectTooLarge(exchange);
            return;
        }
        ProcessorTable services = servicesOf(exchange);
        if (services != null) {
            dispatcher.submit(track(exchange, services), FrameBatch.of(array, 0, length));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // removing a call cannot fail
    private ExchangeCall track(HttpExchange exchange, ProcessorTable services) {
        CallFlow flow = InitialAttribute.get(exchange.connection(), FLOWS, ConcurrentHashMap::new)
                .computeIfAbsent(this, any -> new CallFlow());
        MemoryAccount account = memory.open();
        ExchangeCall call = new ExchangeCall(this, exchange, services, flow, account);
        calls.add(call);
        call.whenEnded().thenRun(() -> {
            calls.remove(call);
            account.close();
        });
        return call;
    }

    /** Returns null, after a failure was sent, if the processor factory throws. */
    private ProcessorTable servicesOf(HttpExchange exchange) {
        Connection<?> connection = exchange.connection();
        ProcessorTable known = InitialAttribute.get(connection, SERVICES, ConcurrentHashMap::new)
                .computeIfAbsent(
                        this,
                        any -> services.of(new ConnectionTransport(connection), connection::getPeerAddress)
                                .orElse(null));
        if (known == null) {
            fail(exchange, HttpStatus.INTERNAL_SERVER_ERROR_500, ConnectionServices.FACTORY_FAILED);
        }
        return known;
    }

    private void checkTimeouts(long now) {
        long frameTimeoutNanos = limits().frameTimeout().toNanos();
        incoming.forEach(message -> message.checkTimeout(now, frameTimeoutNanos));
        calls.forEach(call -> call.checkTimeouts(now));
        closing.entrySet().removeIf(entry -> !entry.getKey().isOpen());
        closing.forEach((connection, since) -> {
            if (now - since > frameTimeoutNanos) {
                connection.terminateSilently();
            }
        });
    }

    /**
     * Terminates a connection that is still open after {@link ServerLimits#frameTimeout()}. Call it after a failure was
     * sent: the peer may ignore it and keep sending bytes, which are discarded.
     *
     * @param connection the connection that should close
     */
    void expectClose(Connection<?> connection) {
        closing.putIfAbsent(connection, System.nanoTime());
    }

    void fail(HttpExchange exchange, HttpStatus status, String reason) {
        expectClose(exchange.connection());
        exchange.fail(status, reason);
    }

    void rejectTooLarge(HttpExchange exchange) {
        String reason = "the message is too large, maxFrameBytes is " + maxFrameBytes();
        reject(exchange, LimitType.MAX_FRAME_BYTES, HttpStatus.REQUEST_ENTITY_TOO_LARGE_413, reason);
    }

    void rejectForMemory(HttpExchange exchange, String reason) {
        reject(exchange, LimitType.MAX_BUFFERED_BYTES, HttpStatus.SERVICE_UNAVAILABLE_503, reason);
    }

    /** Terminates the connection of a message that is incomplete or running, or whose reply is unsent. */
    void terminateForMemory(HttpExchange exchange, String reason) {
        dispatcher
                .limitReporter()
                .reached(LimitType.MAX_BUFFERED_BYTES, 1, () -> "closed " + peer(exchange) + ": " + reason);
        exchange.connection().terminateSilently();
    }

    private void reject(HttpExchange exchange, LimitType limit, HttpStatus status, String reason) {
        dispatcher.limitReporter().reached(limit, 1, () -> "closed " + peer(exchange) + ": " + reason);
        fail(exchange, status, reason);
    }

    void terminateSlowSender(HttpExchange exchange) {
        terminate(exchange, LimitType.FRAME_TIMEOUT, "a message did not arrive completely", limits().frameTimeout());
    }

    void terminateSlowReader(HttpExchange exchange) {
        terminate(exchange, LimitType.WRITE_TIMEOUT, "the peer read no byte of a reply", limits().writeTimeout());
    }

    private void terminate(HttpExchange exchange, LimitType limit, String what, Duration bound) {
        dispatcher
                .limitReporter()
                .reached(
                        limit,
                        1,
                        () -> "closed " + peer(exchange) + ": " + what + " within " + bound.toMillis() + " ms");
        exchange.connection().terminateSilently();
    }

    ServerLimits limits() {
        return config.limits();
    }

    LogLimiter rejectionLog() {
        return rejectionLog;
    }

    private static Object peer(HttpExchange exchange) {
        return exchange.connection().getPeerAddress();
    }

    /**
     * Drains and stops the service. It rejects new calls with a reply, waits until the replies to calls in flight are
     * sent, and stops all threads. When the {@linkplain ThriftHttpConfig#shutdownGrace() grace} expires, it interrupts
     * running handlers. Connections stay open. An interrupt ends the wait; the interrupt flag is set again.
     */
    @Override
    public void close() {
        shutdown.run(config.shutdownGrace(), () -> drainAndStop(config.shutdownGrace()));
    }

    private boolean drainAndStop(Duration grace) {
        shutdown.delay(Duration.ZERO);
        dispatcher.rejectCalls("server '" + config.name() + "' is shutting down");
        boolean drained = shutdown.awaitDrained(
                CompletableFuture.allOf(
                        calls.stream().map(ExchangeCall::whenEnded).toArray(CompletableFuture[]::new)),
                grace);
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
