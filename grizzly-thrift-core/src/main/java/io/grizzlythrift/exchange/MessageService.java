package io.grizzlythrift.exchange;

import io.grizzlythrift.connection.ConnectionTransport;
import io.grizzlythrift.dispatch.Dispatcher;
import io.grizzlythrift.dispatch.service.ConnectionServices;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.memory.HeapCheck;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.thread.ShutdownOnce;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes single messages that do not arrive over framed connections. Each message has its own {@link
 * MessageExchange}. Strategies, call limits, interceptors, counters and error replies are those of a {@link
 * ThriftServer}. Any thread can submit messages.
 *
 * <p>The service is independent of a transport; {@code io.grizzlythrift.http} submits the bodies of HTTP requests.
 * {@link MessageServiceConfig#start()} starts it.
 */
public final class MessageService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MessageService.class);

    /** The processors of a connection for each service. */
    private static final Attribute<Map<MessageService, ProcessorTable>> SERVICES =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(MessageService.class.getName(), ConcurrentHashMap::new);

    private static final Attribute<Map<MessageService, CallFlow>> FLOWS =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
                    MessageService.class.getName() + ".flows", ConcurrentHashMap::new);

    /** The time to wait for interrupted threads to end. */
    private static final Duration STOP_TIMEOUT = Duration.ofMillis(500);

    private final Set<IncomingMessage> incoming = ConcurrentHashMap.newKeySet();
    private final Set<MessageCall> calls = ConcurrentHashMap.newKeySet();

    /** Connections whose peers were sent a failure, with the time of the failure in nanoseconds. */
    private final Map<Connection<?>, Long> closing = new ConcurrentHashMap<>();

    private final LogLimiter rejectionLog = new LogLimiter(System::nanoTime);
    private final ConnectionServices services;
    private final MessageServiceConfig config;
    private final MemoryBudget memory;
    private final HeapCheck heapCheck;
    private final StrategyThreads threads;
    private final Dispatcher dispatcher;
    private final ShutdownOnce shutdown = new ShutdownOnce();

    MessageService(MessageServiceConfig config) {
        this.config = config;
        memory = new MemoryBudget(config.limits().maxBufferedBytes());
        threads = config.strategy().start(config.name(), MessageServiceConfig.SELECTOR_THREADS);
        services = new ConnectionServices(config.service());
        dispatcher = new Dispatcher(config.service(), threads, this::checkTimeouts);
        dispatcher.counters().readMemoryFrom(memory);
        heapCheck = HeapCheck.begin(config.name(), memory.maxBytes(), config.maxFrameBytes());
    }

    /**
     * Returns the counters of calls and limits. Connections are not counted.
     *
     * @return live counters, valid after the service is closed
     */
    public ServerCounters counters() {
        return dispatcher.counters();
    }

    /**
     * Returns the metrics of each method.
     *
     * @return live metrics, valid after the service is closed
     */
    public ServerMetrics metrics() {
        return dispatcher.metrics();
    }

    /**
     * Checks the announced length of a message before it is read. A rejection is counted, and the connection is
     * expected to close: see {@link #expectClose}.
     *
     * @param announcedBytes the length of the message, or -1 if unknown
     * @param connection the connection of the message
     * @return the reason to send to the peer, or empty if the message may be read
     */
    public Optional<String> rejectionReason(long announcedBytes, Connection<?> connection) {
        if (announcedBytes <= config.maxFrameBytes()) {
            return Optional.empty();
        }
        String reason = "the message has " + announcedBytes + " bytes, maxFrameBytes is " + config.maxFrameBytes();
        dispatcher
                .limitReporter()
                .reached(LimitType.MAX_FRAME_BYTES, 1, () -> "closed " + connection.getPeerAddress() + ": " + reason);
        expectClose(connection);
        return Optional.of(reason);
    }

    /**
     * Starts a message that arrives in parts. If it is incomplete after {@link ServerLimits#frameTimeout()}, its
     * connection is terminated without calling the exchange.
     *
     * @param announcedBytes the length of the message, or -1 if unknown
     * @param exchange sends the reply
     * @return the message to append parts to
     */
    public IncomingMessage startMessage(long announcedBytes, MessageExchange exchange) {
        int max = config.maxFrameBytes();
        int expected = announcedBytes < 0 ? max : (int) Math.min(max, announcedBytes);
        IncomingMessage message = new IncomingMessage(this, exchange, memory.open(), expected, System.nanoTime());
        incoming.add(message);
        return message;
    }

    /**
     * Submits a complete message, or rejects it. The strategy decides which thread runs it.
     *
     * @param array contains the message; do not overwrite it afterwards, because handlers may keep slices of it. The
     *     whole array counts against the memory budget
     * @param offset the index of the first byte
     * @param length the number of bytes, without any prefix
     * @param exchange sends the reply
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    public void run(byte[] array, int offset, int length, MessageExchange exchange) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length == 0) {
            dispatcher.counters().countProtocolError();
            fail(exchange, MessageFailure.NOT_A_MESSAGE, "the message is empty");
            return;
        }
        if (length > config.maxFrameBytes()) {
            rejectTooLarge(exchange);
            return;
        }
        ProcessorTable services = servicesOf(exchange);
        if (services != null) {
            dispatcher.submit(track(exchange, services), FrameBatch.of(array, offset, length));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // removing a call cannot fail
    private MessageCall track(MessageExchange exchange, ProcessorTable services) {
        CallFlow flow = FLOWS.get(exchange.connection()).computeIfAbsent(this, any -> new CallFlow());
        MemoryAccount account = memory.open();
        MessageCall call = new MessageCall(this, exchange, services, flow, account);
        calls.add(call);
        call.whenEnded().thenRun(() -> {
            calls.remove(call);
            account.close();
        });
        return call;
    }

    /** Returns null, after a failure was sent, if the processor factory throws. */
    private ProcessorTable servicesOf(MessageExchange exchange) {
        Connection<?> connection = exchange.connection();
        ProcessorTable known = SERVICES.get(connection)
                .computeIfAbsent(
                        this,
                        any -> services.of(new ConnectionTransport(connection), connection::getPeerAddress)
                                .orElse(null));
        if (known == null) {
            fail(exchange, MessageFailure.BROKEN, ConnectionServices.FACTORY_FAILED);
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
    public void expectClose(Connection<?> connection) {
        closing.putIfAbsent(connection, System.nanoTime());
    }

    void fail(MessageExchange exchange, MessageFailure failure, String reason) {
        expectClose(exchange.connection());
        exchange.fail(failure, reason);
    }

    void remove(IncomingMessage message) {
        incoming.remove(message);
    }

    void rejectTooLarge(MessageExchange exchange) {
        String reason = "the message is too large, maxFrameBytes is " + config.maxFrameBytes();
        reject(exchange, LimitType.MAX_FRAME_BYTES, MessageFailure.TOO_LARGE, reason);
    }

    void rejectForMemory(MessageExchange exchange, String reason) {
        reject(exchange, LimitType.MAX_BUFFERED_BYTES, MessageFailure.NO_MEMORY, reason);
    }

    /** Terminates the connection of a message that is incomplete or running, or whose reply is unsent. */
    void terminateForMemory(MessageExchange exchange, String reason) {
        dispatcher
                .limitReporter()
                .reached(LimitType.MAX_BUFFERED_BYTES, 1, () -> "closed " + peer(exchange) + ": " + reason);
        exchange.connection().terminateSilently();
    }

    private void reject(MessageExchange exchange, LimitType limit, MessageFailure failure, String reason) {
        dispatcher.limitReporter().reached(limit, 1, () -> "closed " + peer(exchange) + ": " + reason);
        fail(exchange, failure, reason);
    }

    void terminateSlowSender(MessageExchange exchange) {
        terminate(exchange, LimitType.FRAME_TIMEOUT, "a message did not arrive completely", limits().frameTimeout());
    }

    void terminateSlowReader(MessageExchange exchange) {
        terminate(exchange, LimitType.WRITE_TIMEOUT, "the peer read no byte of a reply", limits().writeTimeout());
    }

    private void terminate(MessageExchange exchange, LimitType limit, String what, Duration bound) {
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

    private static Object peer(MessageExchange exchange) {
        return exchange.connection().getPeerAddress();
    }

    /** Calls {@link #shutdown} with the configured {@link MessageServiceConfig#shutdownGrace()}. */
    @Override
    public void close() {
        shutdown(config.shutdownGrace());
    }

    /**
     * Drains and stops the service. It rejects new calls with a reply, waits until the replies to calls in flight are
     * sent, and stops all threads. When the grace expires, it interrupts running handlers. Connections stay open. An
     * interrupt ends the wait; the interrupt flag is set again. If another thread has stopped or is stopping the
     * service, this returns that thread's result, and the grace that expires first applies.
     *
     * @param grace the longest time to wait, zero to one hour
     * @return whether every call had its reply within the grace
     * @throws IllegalArgumentException if the grace is out of bounds
     */
    public boolean shutdown(Duration grace) {
        Bounds.requireBetween("grace", grace, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
        return shutdown.run(grace, () -> drainAndStop(grace));
    }

    private boolean drainAndStop(Duration grace) {
        shutdown.delay(Duration.ZERO);
        dispatcher.rejectCalls("server '" + config.name() + "' is shutting down");
        boolean drained = shutdown.awaitDrained(
                CompletableFuture.allOf(
                        calls.stream().map(MessageCall::whenEnded).toArray(CompletableFuture[]::new)),
                grace);
        threads.shutdownNow();
        try {
            boolean ended = threads.awaitTermination(STOP_TIMEOUT);
            dispatcher.close();
            ended &= dispatcher.awaitTermination(STOP_TIMEOUT);
            if (!ended) {
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
