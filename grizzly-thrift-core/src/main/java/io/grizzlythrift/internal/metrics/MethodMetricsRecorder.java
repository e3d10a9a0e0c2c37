package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.inspect.Latencies;
import io.grizzlythrift.inspect.Listing;
import io.grizzlythrift.inspect.MethodSnapshot;
import io.grizzlythrift.inspect.PlacementSnapshot;
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
import java.util.concurrent.TimeUnit;
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

    private static final Comparator<MethodSnapshot> BUSIEST = Comparator.comparingLong(
                    (MethodSnapshot method) -> -method.metrics().calls())
            .thenComparing(MethodSnapshot::metrics, ORDER);

    /** How long times are counted in classes after somebody has looked. */
    private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(30);

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

    /** When somebody last looked at times in classes. Written before {@link #isWatched}. */
    private volatile long seen;

    /** Whether times are counted in classes. Written under the lock. */
    private volatile boolean isWatched;

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

    /**
     * Returns the metrics of the methods with most calls, and counts their times in classes from now on.
     *
     * @param explain returns where calls of a method run, and why
     * @param now for {@link #unwatchIfUnseen}
     */
    public Listing<MethodSnapshot> inspect(int max, Function<String, Optional<PlacementSnapshot>> explain, long now) {
        List<MethodSnapshot> all;
        synchronized (lock) {
            foldGone();
            all = names.all().stream().map(name -> inspect(name, explain)).toList();
            seen = now;
            isWatched = true;
            otherThreads.watch();
            threads.values().forEach(AccumulatorTable::watch);
        }
        return new Listing<>(all.stream().sorted(BUSIEST).limit(max).toList(), all.size());
    }

    private MethodSnapshot inspect(String name, Function<String, Optional<PlacementSnapshot>> explain) {
        MethodAccumulator sum = total(name);
        LatencyCounts times = sum.watched();
        return new MethodSnapshot(
                sum.toMetrics(name, placements.apply(name)),
                times == null ? Latencies.NONE : times.queued(),
                times == null ? Latencies.NONE : times.handled(),
                explain.apply(name));
    }

    /** Counts no more times in classes if nobody has seen them for a while. Called by the timeout monitor. */
    public void unwatchIfUnseen(long now) {
        if (isWatched && now - seen > WATCH_NANOS) {
            synchronized (lock) {
                isWatched = false;
                gone.unwatch();
                otherThreads.unwatch();
                threads.values().forEach(AccumulatorTable::unwatch);
            }
        }
    }

    private MethodMetrics sum(String name) {
        return total(name).toMetrics(name, placements.apply(name));
    }

    private MethodAccumulator total(String name) {
        MethodAccumulator sum = new MethodAccumulator();
        gone.addTo(sum, name);
        otherThreads.addTo(sum, name);
        threads.values().forEach(table -> table.addTo(sum, name));
        return sum;
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
