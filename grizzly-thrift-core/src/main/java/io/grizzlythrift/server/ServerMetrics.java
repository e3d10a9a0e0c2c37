package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What became of the calls of a server, method by method, since it was made. Always on. Any thread may read. A call is
 * counted before its reply leaves; its time in the handler may follow, at the latest when its thread pauses.
 *
 * <p>Methods that a generated processor has are there from the start, or from the first call if a factory makes it.
 * Calls of methods that it does not have are counted together as {@link #OTHER}: names come from the peer. Where a
 * processor does not say what it has, the first {@value #MAX_UNDECLARED} names whose arguments it can read have numbers of
 * their own.
 *
 * <p>Counts and bytes are exact. So is the sum of the time in the handler, but the clock is not read for each call: calls
 * that follow each other on a thread within a millisecond or two share the time equally, so the maximum of quick calls
 * is that of such averages. A call that takes longer than two milliseconds is seen as itself, to within one or two.
 * The time in queue is exact to within as much.
 *
 * <p>Not counted here are frames that are no message of the server's protocol, and messages that are neither call nor
 * oneway.
 */
public final class ServerMetrics {
    /** The name for all methods that are not served, or not known: {@value}. */
    public static final String OTHER = "(other)";

    /** How many methods of processors that do not say what they have are told apart: {@value}. */
    public static final int MAX_UNDECLARED = 1_000;

    /** The longest name, of service and method together, that such a method may have: {@value}. */
    public static final int MAX_UNDECLARED_CHARS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(ServerMetrics.class);
    private static final Comparator<MethodMetrics> ORDER =
            Comparator.comparing(MethodMetrics::service).thenComparing(MethodMetrics::method);

    private final LogLimiter listenerLog = new LogLimiter(System::nanoTime);
    private final MethodNames names = new MethodNames();

    /** Calls that ended on threads without a recorder. */
    private final MethodTable elsewhere = new MethodTable();

    private final Object lock = new Object();

    /** The table of each thread, by a reference to its recorder. Guarded by the lock, like the next one. */
    private final Map<Reference<?>, MethodTable> threads = new HashMap<>();

    /** The sum of threads that are gone. */
    private final MethodTable gone = new MethodTable();

    private final ReferenceQueue<CallRecorder> collected = new ReferenceQueue<>();

    ServerMetrics() {}

    /**
     * Every method that is served, and every other one that was called.
     *
     * @return in the order of services, then of methods
     */
    public List<MethodMetrics> methods() {
        synchronized (lock) {
            foldGone();
            return names.all().stream().map(this::sum).sorted(ORDER).toList();
        }
    }

    /**
     * One method.
     *
     * @param service empty for calls that name none
     * @param method its name
     * @return empty if it is not served and was not called
     */
    public Optional<MethodMetrics> method(String service, String method) {
        String name = Objects.requireNonNull(service, "service").isEmpty()
                ? Objects.requireNonNull(method, "method")
                : service + TMultiplexedProtocol.SEPARATOR + method;
        if (!names.contains(name)) {
            return Optional.empty();
        }
        synchronized (lock) {
            foldGone();
            return Optional.of(sum(name));
        }
    }

    /**
     * Tells of every method: of those in {@link #methods()} at once, of others when they are first called, on the thread
     * that ran the call. Of some perhaps twice. What the listener throws is logged and changes nothing.
     *
     * @param listener gets service, empty if there is none, and method; must not block
     * @return takes the listener away
     */
    public Runnable onMethod(BiConsumer<String, String> listener) {
        Objects.requireNonNull(listener, "listener");
        Consumer<String> safely = name -> {
            MethodMetrics method = new MethodStats().toMetrics(name);
            try {
                listener.accept(method.service(), method.method());
            } catch (RuntimeException | Error e) {
                listenerLog.log(
                        suppressed -> LOG.error("a listener for methods failed{}", LogLimiter.suffix(suppressed), e));
            }
        };
        names.listen(safely);
        return () -> names.forget(safely);
    }

    MethodNames names() {
        return names;
    }

    /** A recorder for the calling thread. What it has counted outlives it. */
    CallRecorder newRecorder() {
        MethodTable table = new MethodTable();
        CallRecorder recorder = new CallRecorder(names, table);
        synchronized (lock) {
            foldGone();
            Reference<?> reference = new PhantomReference<>(recorder, collected);
            threads.put(reference, table);
            recorder.knownAs(reference);
        }
        return recorder;
    }

    /** A recorder that no thread uses any more. What it has counted outlives it. */
    void end(CallRecorder recorder) {
        synchronized (lock) {
            fold(recorder.reference());
        }
    }

    /** A call has ended on a thread that may have no recorder, such as one on which an asynchronous handler answers. */
    void endElsewhere(
            Services services,
            String name,
            CallOutcome.Kind kind,
            int messageBytes,
            int replyBytes,
            long queuedNanos,
            long handledNanos) {
        MethodStats method = elsewhere.of(names.find(services, name, kind));
        synchronized (method) {
            method.count(kind, messageBytes, replyBytes);
            method.queued(queuedNanos);
            method.handled(1, handledNanos, handledNanos);
        }
    }

    /** How many threads have a recorder, as far as is known. */
    int threads() {
        synchronized (lock) {
            foldGone();
            return threads.size();
        }
    }

    private MethodMetrics sum(String name) {
        MethodStats sum = new MethodStats();
        gone.addTo(sum, name);
        elsewhere.addTo(sum, name);
        threads.values().forEach(table -> table.addTo(sum, name));
        return sum.toMetrics(name);
    }

    private void foldGone() {
        for (Reference<?> reference = collected.poll(); reference != null; reference = collected.poll()) {
            fold(reference);
        }
    }

    private void fold(Reference<?> reference) {
        MethodTable table = threads.remove(reference);
        if (table != null) {
            gone.merge(table);
        }
    }
}
