package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.inspect.QueueSnapshot;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.message.MessageName;
import io.grizzlythrift.internal.message.NameTable;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.internal.queue.QueueState;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of a server: the main route, to the threads of the server, and a route for each {@link MethodOptions}, to
 * threads that this class starts and stops. Thread-safe: the table of methods is immutable.
 */
public final class CallRoutes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallRoutes.class);

    /** The smallest number that a strategy accepts: the threads of a method do not read connections. */
    private static final int SELECTOR_THREADS = 1;

    /** The result of {@link #numberOf(FrameBatch, int)} if the method is known only once the call is decoded. */
    public static final int UNKNOWN = -1;

    private final List<StrategyThreads> own = new ArrayList<>();
    private final List<CallRoute> all = new ArrayList<>();

    /** The first method of each route but the main one. */
    private final Map<Integer, String> methodOf = new HashMap<>();

    /** The numbers of the routes of methods that have one. */
    private final NameTable<Integer> byName;

    /** Whether only the user's factory knows what the bytes of a message mean, unless its dialect names the protocol. */
    private final boolean hasUnknownProtocol;

    /**
     * Starts the threads of methods. If some cannot be started, stops the others.
     *
     * @param main runs the calls of all other methods; not stopped here
     * @param policy the policy of the main queue; also applied to the queues of methods that support it
     * @param admission gets the places of methods
     */
    public CallRoutes(ServiceConfig service, StrategyThreads main, QueuePolicy policy, AdmissionControl admission) {
        hasUnknownProtocol =
                service.protocol().filter(factory -> !isKnown(factory)).isPresent();
        ServerLimits limits = service.limits();
        all.add(new CallRoute(
                CallRoute.MAIN,
                main,
                limits.queueTimeout(),
                limits.queueTarget(),
                limits.callTimeout(),
                service.methods().isEmpty() ? null : admission.mainPlaces()));
        Map<MethodOptions, Integer> numbers = new HashMap<>(); // no two of them are equal
        Map<String, Integer> methods = new HashMap<>();
        try {
            service.methods().forEach((method, options) -> {
                int number = numbers.computeIfAbsent(options, added -> add(method, added, service, policy, admission));
                methods.put(method, number);
                methodOf.putIfAbsent(number, method);
            });
        } catch (Throwable t) {
            undoStart();
            throw t;
        }
        byName = new NameTable<>(methods);
    }

    private static boolean isKnown(TProtocolFactory factory) {
        Class<?> type = factory.getClass(); // not of a subclass, which may read names differently
        return factory instanceof ThriftProtocol
                || type == TBinaryProtocol.Factory.class
                || type == TCompactProtocol.Factory.class
                || type == TJSONProtocol.Factory.class;
    }

    private int add(
            String method,
            MethodOptions options,
            ServiceConfig service,
            QueuePolicy policy,
            AdmissionControl admission) {
        StrategyThreads threads = options.strategy().start(service.name() + "-" + method, SELECTOR_THREADS);
        own.add(threads);
        if (!policy.equals(QueuePolicy.FIFO) && !threads.apply(policy)) {
            LOG.warn(
                    "server '{}': priorities and queueTarget have no effect on {}: its strategy has no queue for them",
                    service.name(),
                    method);
        }
        ServerLimits limits = service.limits();
        all.add(new CallRoute(
                all.size(),
                threads,
                options.queueTimeout().orElse(limits.queueTimeout()),
                limits.queueTarget(),
                options.callTimeout().orElse(limits.callTimeout()),
                admission.addPlaces(options.maxInFlight().orElse(limits.maxInFlight()))));
        return all.size() - 1;
    }

    /** {@return whether a method has options} */
    public boolean areSeveral() {
        return all.size() > 1;
    }

    public int count() {
        return all.size();
    }

    /** {@return the routes by their number, the main one first} */
    public List<CallRoute> all() {
        return all;
    }

    public CallRoute main() {
        return all.get(CallRoute.MAIN);
    }

    /**
     * Returns the number of the route of a call, if the bytes of the call tell its method. They are not decompressed
     * and not decoded, because that can take the thread that reads arbitrarily long. Call this before the frames are
     * handed to another thread.
     *
     * @return {@link CallRoute#MAIN} if the method has no options; {@link #UNKNOWN} for a compressed call, and in a
     *     protocol of which only the user's factory knows the format
     */
    public int numberOf(FrameBatch frames, int frame) {
        if (!areSeveral()) {
            return CallRoute.MAIN;
        }
        if (frames.isTransformed(frame)
                || (hasUnknownProtocol && frames.format(frame).dialect() == Dialect.FRAMED)) {
            return UNKNOWN;
        }
        byte[] array = frames.array(frame);
        int offset = frames.offset(frame);
        int length = frames.length(frame);
        long name = MessageName.find(array, offset, length);
        if (name == MessageName.NONE) {
            name = MessageName.findInJson(array, offset, length);
        }
        return name == MessageName.NONE ? UNKNOWN : numberOf(array, MessageName.offset(name), MessageName.length(name));
    }

    private int numberOf(byte[] array, int offset, int length) {
        Integer number = byName.find(array, offset, length);
        return number == null ? CallRoute.MAIN : number;
    }

    /** {@return the queues of the threads that have one, that of the main route first} */
    List<QueueSnapshot> queues() {
        List<QueueSnapshot> queues = new ArrayList<>();
        for (CallRoute route : all) {
            route.queueState()
                    .ifPresent(state -> queues.add(snapshot(methodOf.getOrDefault(route.number(), ""), state)));
        }
        return queues;
    }

    private static QueueSnapshot snapshot(String method, QueueState state) {
        return new QueueSnapshot(
                method,
                state.waitingReads(),
                state.capacity(),
                state.runningThreads(),
                state.maxThreads(),
                state.readyFlows(),
                state.isOverloaded());
    }

    /** {@return the route of a method} */
    public CallRoute of(String method) {
        byte[] name = method.getBytes(StandardCharsets.UTF_8);
        return all.get(name.length == 0 ? CallRoute.MAIN : numberOf(name, 0, name.length));
    }

    /** Stops the threads of methods, but nothing that belongs to the user. */
    public void undoStart() {
        own.forEach(StrategyThreads::undoStart);
    }

    /** Interrupts the handlers on the threads of methods, and rejects the calls that wait for these threads. */
    @Override
    public void close() {
        own.forEach(StrategyThreads::shutdownNow);
    }

    /**
     * Waits until these threads have ended.
     *
     * @return false if one still runs after the timeout
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean ended = true;
        for (StrategyThreads threads : own) {
            ended &= threads.awaitTermination(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
        return ended;
    }
}
