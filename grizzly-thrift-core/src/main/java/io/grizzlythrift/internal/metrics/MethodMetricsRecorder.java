package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the metrics of each method in one table per thread, which is written without contention, and adds up the
 * tables when they are read. Once the recorder of a thread is ended or garbage-collected, its table is added to a
 * common table.
 *
 * <p>Thread-safe: the set of tables is guarded by a lock, so each table is either listed or already added to the common
 * one. The numbers in a table are read while its thread writes them; see {@link MethodAccumulator}.
 */
public final class MethodMetricsRecorder implements ServerMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(MethodMetricsRecorder.class);
    private static final Comparator<MethodMetrics> ORDER =
            Comparator.comparing(MethodMetrics::service).thenComparing(MethodMetrics::method);

    private final LogLimiter listenerLog = new LogLimiter(System::nanoTime);
    private final CountedMethods names = new CountedMethods();

    /**
     * Calls that ended on a thread other than the one that started them. Each accumulator is its own lock for writers.
     */
    private final AccumulatorTable otherThreads = new AccumulatorTable();

    private final Object lock = new Object();

    /** The table of each thread, by a reference to its recorder. Guarded by the lock. */
    private final Map<Reference<?>, AccumulatorTable> threads = new HashMap<>();

    /** The sum of the tables of ended recorders. Guarded by the lock. */
    private final AccumulatorTable gone = new AccumulatorTable();

    private final ReferenceQueue<CallRecorder> collected = new ReferenceQueue<>();

    /** Returns where the calls of a method run, by its name. */
    private volatile Function<String, Optional<CallPlacement>> placements = name -> Optional.empty();

    /** Creates a recorder without any methods. */
    public MethodMetricsRecorder() {
        EarlyInitialization.of(MethodAccumulator.class);
    }

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
            MethodMetrics method = new MethodAccumulator().toMetrics(name, Optional.empty());
            try {
                listener.accept(method.service(), method.method());
            } catch (RuntimeException | Error e) {
                listenerLog.log(
                        suppressed -> LOG.error("a listener for methods failed{}", LogLimiter.suffix(suppressed), e));
            }
        };
        names.listen(safely);
        return () -> names.remove(safely);
    }

    /**
     * Returns the total times of the calls that have ended since the server was created.
     *
     * @param without the names of the methods whose calls are left out
     */
    public CallTimes callTimes(Set<String> without) {
        synchronized (lock) {
            foldGone();
            CallTimes sum = gone.timesWithout(without).plus(otherThreads.timesWithout(without));
            for (AccumulatorTable table : threads.values()) {
                sum = sum.plus(table.timesWithout(without));
            }
            return sum;
        }
    }

    /** Sets the source of the placement of each method. Before, no method has a placement. */
    public void readPlacementsFrom(Function<String, Optional<CallPlacement>> source) {
        placements = source;
    }

    public CountedMethods names() {
        return names;
    }

    /** Creates a recorder for the calling thread. Its numbers outlive it. */
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

    /** Ends a recorder that no thread uses any longer. Its numbers are kept. */
    public void end(CallRecorder recorder) {
        synchronized (lock) {
            fold(recorder.reference());
        }
    }

    /**
     * Records a call that ended on the thread on which an asynchronous handler replied, which may have no recorder.
     */
    public void endOnOtherThread(
            ProcessorTable services,
            String name,
            ServerCallOutcome.Kind kind,
            int messageBytes,
            int replyBytes,
            long queuedNanos,
            long handledNanos) {
        MethodAccumulator method = otherThreads.of(names.find(services, name, kind));
        synchronized (method) {
            method.count(kind, messageBytes, replyBytes);
            method.queued(queuedNanos);
            method.handled(1, handledNanos, handledNanos);
        }
    }

    /** {@return the number of threads with a recorder; may include threads that have just ended} */
    public int threads() {
        synchronized (lock) {
            foldGone();
            return threads.size();
        }
    }

    private MethodMetrics sum(String name) {
        MethodAccumulator sum = new MethodAccumulator();
        gone.addTo(sum, name);
        otherThreads.addTo(sum, name);
        threads.values().forEach(table -> table.addTo(sum, name));
        return sum.toMetrics(name, placements.apply(name));
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
