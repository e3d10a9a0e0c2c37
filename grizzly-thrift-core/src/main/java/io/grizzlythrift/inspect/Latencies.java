package io.grizzlythrift.inspect;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * How many calls took how long. The width of each class is an eighth to a quarter of the time it stands for, from a microsecond to
 * two minutes. Immutable.
 */
public final class Latencies {
    /** No calls. */
    public static final Latencies NONE = new Latencies(new long[0]);

    /** The number of classes: {@value}. */
    public static final int CLASSES = 109;

    private static final int FIRST_OCTAVE = 10;
    private static final int LAST_OCTAVE = FIRST_OCTAVE + (CLASSES - 1) / 4 - 1;
    private static final int PARTS = 4;
    private static final int PART_BITS = 2;

    private final long[] counts;
    private final long count;

    private Latencies(long[] counts) {
        this.counts = counts;
        count = Arrays.stream(counts).sum();
    }

    /**
     * Creates latencies.
     *
     * @param counts the number of calls in each class, as {@link #classOf} numbers them; copied
     * @return latencies with these counts
     * @throws IllegalArgumentException if there are not {@value #CLASSES}
     */
    public static Latencies of(long[] counts) {
        if (counts.length != CLASSES) {
            throw new IllegalArgumentException("counts has " + counts.length + " values, must have " + CLASSES);
        }
        return new Latencies(counts.clone());
    }

    /**
     * Returns the class of a time.
     *
     * @param nanos nanoseconds
     * @return 0 to {@value #CLASSES} - 1; times beyond the range are in the first or the last one
     */
    public static int classOf(long nanos) {
        if (nanos < 1L << FIRST_OCTAVE) {
            return 0;
        }
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        if (octave > LAST_OCTAVE) {
            return CLASSES - 1;
        }
        int part = (int) (nanos >>> (octave - PART_BITS)) & (PARTS - 1);
        return 1 + (octave - FIRST_OCTAVE) * PARTS + part;
    }

    /** The least time of a class; for the number of classes, the end of the last one. */
    private static long begin(int index) {
        if (index == 0) {
            return 0;
        }
        int octave = FIRST_OCTAVE + (index - 1) / PARTS;
        return (1L << octave) + ((long) ((index - 1) % PARTS) << (octave - PART_BITS));
    }

    /** {@return the number of calls} */
    public long count() {
        return count;
    }

    /**
     * Returns the time within which a share of the calls ended, interpolated in its class.
     *
     * @param share 0 to 1: 0.5 for the median, 0.99 for the 99th percentile
     * @return empty if there are no calls
     * @throws IllegalArgumentException if {@code share} is out of bounds
     */
    public Optional<Duration> quantile(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share is " + share + ", must be 0 to 1");
        }
        if (count == 0) {
            return Optional.empty();
        }
        double wanted = share * count;
        long before = 0;
        int index = 0;
        while (counts[index] == 0 || before + counts[index] < wanted) {
            before += counts[index++];
        }
        double part = (wanted - before) / counts[index];
        return Optional.of(
                Duration.ofNanos((long) (begin(index) + Math.max(0, part) * (begin(index + 1) - begin(index)))));
    }

    /**
     * Returns the calls that are not among earlier ones.
     *
     * @param earlier an earlier snapshot of the same times
     * @return the difference, at least 0 in each class: recording may have begun again meanwhile
     */
    public Latencies since(Latencies earlier) {
        Objects.requireNonNull(earlier, "earlier");
        if (counts.length != earlier.counts.length) {
            return this;
        }
        long[] more = new long[counts.length];
        for (int i = 0; i < more.length; i++) {
            more[i] = Math.max(0, counts[i] - earlier.counts[i]);
        }
        return new Latencies(more);
    }

    /**
     * Returns the calls of both together.
     *
     * @param more latencies of other calls
     * @return the sum
     */
    public Latencies plus(Latencies more) {
        if (Objects.requireNonNull(more, "more").counts.length == 0) {
            return this;
        }
        long[] sum = more.counts.clone();
        for (int i = 0; i < counts.length; i++) {
            sum[i] += counts[i];
        }
        return new Latencies(sum);
    }

    /** {@return the number of calls, and the median and the 99th percentile of their times} */
    @Override
    public String toString() {
        return "Latencies[count=" + count + ", p50="
                + quantile(0.5).map(Duration::toString).orElse("none") + ", p99="
                + quantile(0.99).map(Duration::toString).orElse("none") + "]";
    }
}
