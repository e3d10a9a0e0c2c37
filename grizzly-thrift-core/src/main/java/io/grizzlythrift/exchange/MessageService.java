package io.grizzlythrift.exchange;

import io.grizzlythrift.connection.ConnectionTransport;
import io.grizzlythrift.dispatch.Dispatcher;
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
import io.grizzlythrift.strategy.CallFlow;
import io.grizzlythrift.strategy.StrategyThreads;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs messages that come another way than over framed connections, one at a time and each with a way back of its own,
 * as {@link ThriftServer} runs frames: the same strategies, limits of calls, interceptors, counters and replies to what
 * goes wrong. Any thread may bring messages.
 *
 * <p>It knows no transport: {@code io.grizzlythrift.http} brings it the bodies of HTTP requests. A service is started
 * by {@link MessageServiceConfig#start()} and closed once.
 */
public final class MessageService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MessageService.class);

    /** What each service that a connection has called can do for it. */
    private static final Attribute<Map<MessageService, ProcessorTable>> SERVICES =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(MessageService.class.getName(), ConcurrentHashMap::new);

    private static final Attribute<Map<MessageService, CallFlow>> FLOWS =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
                    MessageService.class.getName() + ".flows", ConcurrentHashMap::new);

    /** How long threads have to end once they were interrupted. */
    private static final Duration STOP_TIMEOUT = Duration.ofMillis(500);

    private final Set<IncomingMessage> arriving = ConcurrentHashMap.newKeySet();
    private final Set<MessageCall> calls = ConcurrentHashMap.newKeySet();

    /** Connections whose peers were told that there is no reply, and since when. */
    private final Map<Connection<?>, Long> leaving = new ConcurrentHashMap<>();

    private final LogLimiter rejectionLog = new LogLimiter(System::nanoTime);
    private final LogLimiter factoryLog = new LogLimiter(System::nanoTime);
    private final MessageServiceConfig config;
    private final MemoryBudget memory;
    private final HeapCheck heapShare;
    private final StrategyThreads threads;
    private final Dispatcher engine;

    MessageService(MessageServiceConfig config) {
        this.config = config;
        memory = new MemoryBudget(config.limits().maxBufferedBytes());
        threads = config.strategy().start(config.name(), MessageServiceConfig.SELECTOR_THREADS);
        engine = new Dispatcher(config.service(), threads, this::visitAll);
        engine.counters().readMemoryFrom(memory);
        heapShare = HeapCheck.begin(config.name(), memory.maxBytes(), config.maxFrameBytes());
    }

    /**
     * What the service has done so far. It counts calls, not connections.
     *
     * @return live counters, also after the service was closed
     */
    public ServerCounters counters() {
        return engine.counters();
    }

    /**
     * What each method has done so far.
     *
     * @return live metrics, also after the service was closed
     */
    public ServerMetrics metrics() {
        return engine.metrics();
    }

    /**
     * Why a message of so many bytes is not to be read at all. If there is a reason, the refusal is counted, and the
     * connection expected to be closed: see {@link #expectClose}.
     *
     * @param announcedBytes how long the message will be, or -1 if that is not known
     * @param connection where it comes from
     * @return the reason for the peer to read; empty if the message is welcome
     */
    public Optional<String> refusalOf(long announcedBytes, Connection<?> connection) {
        if (announcedBytes <= config.maxFrameBytes()) {
            return Optional.empty();
        }
        String reason = "the message has " + announcedBytes + " bytes, maxFrameBytes is " + config.maxFrameBytes();
        engine.limitReporter()
                .reached(LimitType.FRAME_BYTES, 1, () -> "closed " + connection.getPeerAddress() + ": " + reason);
        expectClose(connection);
        return Optional.of(reason);
    }

    /**
     * Begins a message that has not arrived whole. If the rest takes longer than {@link ServerLimits#frameTimeout()},
     * its connection is terminated, and the exchange is not told.
     *
     * @param announcedBytes how long the message will be, or -1 if that is not known
     * @param exchange the way back
     * @return takes the parts
     */
    public IncomingMessage begin(long announcedBytes, MessageExchange exchange) {
        int max = config.maxFrameBytes();
        int expected = announcedBytes < 0 ? max : (int) Math.min(max, announcedBytes);
        IncomingMessage message = new IncomingMessage(this, exchange, memory.open(), expected, System.nanoTime());
        arriving.add(message);
        return message;
    }

    /**
     * Runs a message, or refuses it. What the strategy decides is which thread does that.
     *
     * @param array holds the message; it must not be written to any more, for handlers may keep slices of it
     * @param offset where the message begins
     * @param length its length, without any prefix
     * @param exchange the way back
     * @throws IndexOutOfBoundsException if the message does not lie within the array
     */
    public void run(byte[] array, int offset, int length, MessageExchange exchange) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length == 0) {
            engine.counters().countProtocolError();
            fail(exchange, MessageFailure.NOT_A_MESSAGE, "the message is empty");
            return;
        }
        if (length > config.maxFrameBytes()) {
            refuseSize(exchange);
            return;
        }
        ProcessorTable services = servicesOf(exchange);
        if (services != null) {
            engine.submit(track(exchange, services), FrameBatch.of(array, offset, length));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // to forget a call cannot fail
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

    /** Null, and the exchange is told, if the processor factory fails. */
    private ProcessorTable servicesOf(MessageExchange exchange) {
        Connection<?> connection = exchange.connection();
        try {
            return SERVICES.get(connection)
                    .computeIfAbsent(this, any -> config.service().servicesOf(new ConnectionTransport(connection)));
        } catch (Throwable t) {
            factoryLog.log(suppressed -> LOG.error(
                    "closed {}: the processor factory failed{}",
                    connection.getPeerAddress(),
                    LogLimiter.suffix(suppressed),
                    t));
            fail(exchange, MessageFailure.BROKEN, "the processor factory failed");
            return null;
        }
    }

    private void visitAll(long now) {
        long frameTimeoutNanos = limits().frameTimeout().toNanos();
        arriving.forEach(message -> message.visit(now, frameTimeoutNanos));
        calls.forEach(call -> call.visit(now));
        leaving.entrySet().removeIf(entry -> !entry.getKey().isOpen());
        leaving.forEach((connection, since) -> {
            if (now - since > frameTimeoutNanos) {
                connection.terminateSilently();
            }
        });
    }

    /**
     * Terminates a connection if it is still open after {@link ServerLimits#frameTimeout()}: its peer was told that it
     * will be closed, and may be sending what is thrown away.
     *
     * @param connection which is to be closed
     */
    public void expectClose(Connection<?> connection) {
        leaving.putIfAbsent(connection, System.nanoTime());
    }

    void fail(MessageExchange exchange, MessageFailure failure, String reason) {
        expectClose(exchange.connection());
        exchange.fail(failure, reason);
    }

    void forget(IncomingMessage message) {
        arriving.remove(message);
    }

    void refuseSize(MessageExchange exchange) {
        String reason = "the message is too large, maxFrameBytes is " + config.maxFrameBytes();
        refuse(exchange, LimitType.FRAME_BYTES, MessageFailure.TOO_LARGE, reason);
    }

    void refuseMemory(MessageExchange exchange, String reason) {
        refuse(exchange, LimitType.BUFFERED_BYTES, MessageFailure.NO_MEMORY, reason);
    }

    /** For a message that arrives, runs, or whose reply waits. */
    void terminateForMemory(MessageExchange exchange, String reason) {
        engine.limitReporter().reached(LimitType.BUFFERED_BYTES, 1, () -> "closed " + peer(exchange) + ": " + reason);
        exchange.connection().terminateSilently();
    }

    private void refuse(MessageExchange exchange, LimitType limit, MessageFailure failure, String reason) {
        engine.limitReporter().reached(limit, 1, () -> "closed " + peer(exchange) + ": " + reason);
        fail(exchange, failure, reason);
    }

    void terminateTooSlow(MessageExchange exchange) {
        terminate(exchange, LimitType.FRAME_TIME, "a message did not arrive", limits().frameTimeout());
    }

    void terminateDeaf(MessageExchange exchange) {
        terminate(exchange, LimitType.WRITE_TIME, "it took no byte of a reply", limits().writeTimeout());
    }

    private void terminate(MessageExchange exchange, LimitType limit, String what, Duration bound) {
        engine.limitReporter()
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

    /** Shuts down with the grace of the configuration. */
    @Override
    public void close() {
        shutdown(config.shutdownGrace());
    }

    /**
     * Drains and stops: refuses calls that still come with a reply, waits until those in flight are answered and their
     * replies sent, and ends every thread of the service. What has not ended at the end of the grace is interrupted.
     * Connections are left as they are. An interrupt ends the wait and is kept.
     *
     * @param grace how long to wait at most, zero to one hour
     * @return whether every call was answered within the grace
     * @throws IllegalArgumentException if the grace is out of bounds
     */
    public boolean shutdown(Duration grace) {
        Bounds.requireBetween("grace", grace, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
        engine.rejectCalls("server '" + config.name() + "' is shutting down");
        boolean drained = await(grace);
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(STOP_TIMEOUT)) {
                LOG.warn("server '{}': a handler ignores its interrupt; its thread is left running", config.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        engine.close();
        heapShare.end();
        return drained;
    }

    private boolean await(Duration grace) {
        CompletableFuture<Void> ended = CompletableFuture.allOf(
                calls.stream().map(MessageCall::whenEnded).toArray(CompletableFuture[]::new));
        try {
            ended.get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call never ends with an exception", e);
        }
        return ended.isDone();
    }
}
