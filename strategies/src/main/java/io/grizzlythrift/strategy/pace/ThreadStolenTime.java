package io.grizzlythrift.strategy.pace;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The stolen time of the thread that made it.
 *
 * <p>How long a thread has waited for a core is the second number of {@code /proc/thread-self/schedstat} (Linux, {@code
 * Documentation/scheduler/sched-stats.rst}); a reading takes about a microsecond. Where there is no such file, only garbage
 * collections count.
 */
final class ThreadStolenTime implements StolenTime {
    /** How old the state is at most to which {@link #since} compares. */
    private static final long REFRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final String SCHEDSTAT = "/proc/thread-self/schedstat";

    /** Longer than its three numbers can be. */
    private static final int MAX_CHARS = 64;

    private final RandomAccessFile schedstat;
    private final List<GarbageCollectorMXBean> collectors;
    private final byte[] text = new byte[MAX_CHARS];
    private long refreshed;
    private boolean isRefreshed;
    private long waited;
    private long collections;
    private long collectionMillis;

    private ThreadStolenTime(RandomAccessFile schedstat, List<GarbageCollectorMXBean> collectors) {
        this.schedstat = schedstat;
        this.collectors = collectors;
    }

    /** Makes one for the current thread. */
    static ThreadStolenTime ofCurrentThread() {
        return new ThreadStolenTime(
                open(),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .filter(ThreadStolenTime::stopsThreads)
                        .toList());
    }

    /** Whether the time of a collector is that of pauses. Those of ZGC and Shenandoah have beans for both. */
    private static boolean stopsThreads(GarbageCollectorMXBean collector) {
        return !collector.getName().contains("Cycles") && !collector.getName().contains("Concurrent");
    }

    @SuppressWarnings("EmptyCatch") // another system
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

    /** Returns what the last reading was if this one fails. */
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
    @SuppressWarnings("EmptyCatch") // nothing was written
    public void close() {
        try {
            if (schedstat != null) {
                schedstat.close();
            }
        } catch (IOException e) {
            // There is nothing to lose.
        }
    }
}
