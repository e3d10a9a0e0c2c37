package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Looks servers up repeatedly with a method that may block: when the last answer expires, after a failure, and when
 * connecting to a server fails. {@link FileResolver} and the resolver for DNS are based on it; implement {@link Lookup}
 * for any other source. Immutable.
 *
 * <p>Each client that uses it has a daemon thread, named {@code resolver-NAME}, which makes all lookups one after
 * another.
 */
public final class PollingResolver implements Resolver {
    /** The default minimum of {@link #withIntervals}: {@value} ms. */
    public static final long DEFAULT_MIN_INTERVAL_MILLIS = 1_000;

    /** The default maximum of {@link #withIntervals}: {@value} ms. */
    public static final long DEFAULT_MAX_INTERVAL_MILLIS = 60_000;

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration DAY = Duration.ofDays(1);

    /** Looks up the servers. */
    @FunctionalInterface
    public interface Lookup {
        /**
         * Looks up the servers. Runs on the thread of the resolver, which is interrupted when the client is closed.
         *
         * @return the servers and how long they are valid
         * @throws Exception if the servers cannot be determined now
         */
        Answer lookUp() throws Exception;
    }

    /**
     * The result of a lookup.
     *
     * @param servers all servers
     * @param validFor the time until the next lookup; the intervals of the resolver bound it
     */
    public record Answer(List<EndpointAddress> servers, Duration validFor) {
        /**
         * Creates an answer.
         *
         * @param servers all servers; copied
         * @param validFor the time until the next lookup
         */
        public Answer {
            servers = List.copyOf(servers);
            Objects.requireNonNull(validFor, "validFor");
        }
    }

    private final String name;
    private final Lookup lookup;
    private final Duration minInterval;
    private final Duration maxInterval;

    private PollingResolver(String name, Lookup lookup, Duration minInterval, Duration maxInterval) {
        this.name = name;
        this.lookup = lookup;
        this.minInterval = minInterval;
        this.maxInterval = maxInterval;
    }

    /**
     * Creates a resolver.
     *
     * @param name what it looks up, for the name of its thread and for log lines; not blank
     * @param lookup looks up the servers; must be thread-safe if several clients use the resolver
     * @return a resolver that looks them up at least once a minute, and at most once a second
     * @throws IllegalArgumentException if the name is blank
     */
    public static PollingResolver of(String name, Lookup lookup) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        return new PollingResolver(
                name,
                Objects.requireNonNull(lookup, "lookup"),
                Duration.ofMillis(DEFAULT_MIN_INTERVAL_MILLIS),
                Duration.ofMillis(DEFAULT_MAX_INTERVAL_MILLIS));
    }

    /**
     * Returns this resolver with other times between two lookups. The minimum applies however soon an answer expires and
     * however often connecting fails. It is also the pause after a lookup that failed, which doubles with each failure in
     * a row, up to the maximum. The maximum applies however long an answer is valid. Default: 1 second and 1 minute.
     *
     * @param min 10 milliseconds to one day
     * @param max the minimum to one day
     * @return a new resolver
     * @throws IllegalArgumentException if out of bounds
     */
    public PollingResolver withIntervals(Duration min, Duration max) {
        Bounds.requireBetween("minInterval", min, SHORTEST, DAY);
        Bounds.requireBetween("maxInterval", max, min, DAY);
        return new PollingResolver(name, lookup, min, max);
    }

    @Override
    public Resolution start(Listener listener) {
        PollingResolution resolution =
                new PollingResolution(name, lookup, minInterval, maxInterval, listener, System::nanoTime);
        resolution.start();
        return resolution;
    }

    /** {@return the name} */
    @Override
    public String toString() {
        return name;
    }
}
