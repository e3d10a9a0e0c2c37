package io.grizzlythrift.metrics.recorder;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerMetrics;
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
 * Keeps the figures of each method: a table for each thread, written without contention, and summed when they are read.
 */
public final class MethodMetricsRecorder implements ServerMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(MethodMetricsRecorder.class);
    private static final Comparator<MethodMetrics> ORDER =
            Comparator.comparing(MethodMetrics::service).thenComparing(MethodMetrics::method);

    private final LogLimiter listenerLog = new LogLimiter(System::nanoTime);
    private final CountedMethods names = new CountedMethods();

    /** Calls that ended on threads without a recorder. */
    private final AccumulatorTable elsewhere = new AccumulatorTable();

    private final Object lock = new Object();

    /** The table of each thread, by a reference to its recorder. Guarded by the lock, like the next one. */
    private final Map<Reference<?>, AccumulatorTable> threads = new HashMap<>();

    /** The sum of threads that are gone. */
    private final AccumulatorTable gone = new AccumulatorTable();

    private final ReferenceQueue<CallRecorder> collected = new ReferenceQueue<>();

    /** Makes a recorder that knows no method. */
    public MethodMetricsRecorder() {}

    @Override
    public List<MethodMetrics> methods() {
        synchronized (lock) {
            foldGone();
            return names.all().stream().map(this::sum).sorted(ORDER).toList();
        }
    }

    @Override
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

    @Override
    public Runnable onMethod(BiConsumer<String, String> listener) {
        Objects.requireNonNull(listener, "listener");
        Consumer<String> safely = name -> {
            MethodMetrics method = new MethodAccumulator().toMetrics(name);
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

    public CountedMethods names() {
        return names;
    }

    /** A recorder for the calling thread. What it has counted outlives it. */
    public CallRecorder newRecorder() {
        AccumulatorTable table = new AccumulatorTable();
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
    public void end(CallRecorder recorder) {
        synchronized (lock) {
            fold(recorder.reference());
        }
    }

    /** A call has ended on a thread that may have no recorder, such as one on which an asynchronous handler answers. */
    public void endOnOtherThread(
            ProcessorTable services,
            String name,
            CallOutcome.Kind kind,
            int messageBytes,
            int replyBytes,
            long queuedNanos,
            long handledNanos) {
        MethodAccumulator method = elsewhere.of(names.find(services, name, kind));
        synchronized (method) {
            method.count(kind, messageBytes, replyBytes);
            method.queued(queuedNanos);
            method.handled(1, handledNanos, handledNanos);
        }
    }

    /** How many threads have a recorder, as far as is known. */
    public int threads() {
        synchronized (lock) {
            foldGone();
            return threads.size();
        }
    }

    private MethodMetrics sum(String name) {
        MethodAccumulator sum = new MethodAccumulator();
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
        AccumulatorTable table = threads.remove(reference);
        if (table != null) {
            gone.merge(table);
        }
    }
}
