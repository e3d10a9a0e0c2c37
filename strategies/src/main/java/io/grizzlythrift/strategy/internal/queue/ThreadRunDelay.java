package io.grizzlythrift.strategy.internal.queue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures the run delay of the thread that created it.
 *
 * <p>How long a thread has waited for a core is the second number of {@code /proc/thread-self/schedstat} (Linux, {@code
 * Documentation/scheduler/sched-stats.rst}); a reading takes about a microsecond. Where there is no such file, only garbage
 * collections count.
 */
final class ThreadRunDelay implements RunDelay {
    /** The age at which {@link #refresh} replaces the reading that {@link #since} compares with. */
    private static final long REFRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    // facts.md#schedstat-shows-the-wait-for-a-core
    private static final String SCHEDSTAT = "/proc/thread-self/schedstat";

    /** More than the three numbers of the file can take. */
    private static final int MAX_CHARS = 64;

    private final RandomAccessFile schedstat;
    private final List<GarbageCollectorMXBean> collectors;
    private final byte[] text = new byte[MAX_CHARS];
    private long refreshed;
    private boolean isRefreshed;
    private long waited;
    private long collections;
    private long collectionMillis;

    private ThreadRunDelay(RandomAccessFile schedstat, List<GarbageCollectorMXBean> collectors) {
        this.schedstat = schedstat;
        this.collectors = collectors;
    }

    /** Creates one for the current thread. */
    static ThreadRunDelay ofCurrentThread() {
        return new ThreadRunDelay(
                open(),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .filter(ThreadRunDelay::stopsThreads)
                        .toList());
    }

    /** Whether the bean of a collector counts pauses. ZGC and Shenandoah also have beans for concurrent cycles. */
    private static boolean stopsThreads(GarbageCollectorMXBean collector) {
        return !collector.getName().contains("Cycles") && !collector.getName().contains("Concurrent");
    }

    @SuppressWarnings("EmptyCatch") // not Linux
    private static RandomAccessFile open() {
        try {
            return new RandomAccessFile(SCHEDSTAT, "r");
        } catch (IOException | SecurityException e) {
            return null;
        }
    }

    @Override
    public void refresh(long now) {
        if (!isRefreshed || now - refreshed > REFRESH_NANOS) {
            note(now);
        }
    }

    private void note(long now) {
        isRefreshed = true;
        refreshed = now;
        waited = readWaited();
        collections = collections();
        collectionMillis = collectionMillis();
    }

    @Override
    public long since(long now) {
        long waitedBefore = waited;
        long collectionsBefore = collections;
        long millisBefore = collectionMillis;
        note(now);
        long paused = collections == collectionsBefore
                ? 0
                : TimeUnit.MILLISECONDS.toNanos(collectionMillis - millisBefore + collections - collectionsBefore);
        return Math.max(0, waited - waitedBefore) + Math.max(0, paused);
    }

    private long collections() {
        long sum = 0;
        for (int i = 0; i < collectors.size(); i++) { // an iterator would allocate
            sum += collectors.get(i).getCollectionCount();
        }
        return sum;
    }

    private long collectionMillis() {
        long sum = 0;
        for (int i = 0; i < collectors.size(); i++) {
            sum += collectors.get(i).getCollectionTime();
        }
        return sum;
    }

    /** Returns the last value if the file cannot be read. */
    private long readWaited() {
        if (schedstat == null) {
            return 0;
        }
        try {
            schedstat.seek(0);
            return secondNumber(text, schedstat.read(text), waited);
        } catch (IOException e) {
            return waited;
        }
    }

    /** Returns the second of several numbers with a space between them; {@code otherwise} if there is none. */
    static long secondNumber(byte[] text, int length, long otherwise) {
        int position = 0;
        while (position < length && text[position] != ' ') {
            position++;
        }
        long number = 0;
        int digits = 0;
        for (position++; position < length && text[position] >= '0' && text[position] <= '9'; position++) {
            number = 10 * number + (text[position] - '0');
            digits++;
        }
        return digits == 0 ? otherwise : number;
    }

    @Override
    @SuppressWarnings("EmptyCatch")
    public void close() {
        try {
            if (schedstat != null) {
                schedstat.close();
            }
        } catch (IOException e) {
            // The file was only read.
        }
    }
}
