package io.grizzlythrift.client.internal.sasl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Remembers which servers refused which credentials, so that nothing is sent to them again with these: a server may lock an
 * account after a few failures. Others are tried with the next attempt to connect. The same ones are tried again after a pause
 * that doubles from {@link #FIRST_PAUSE_NANOS} to {@link #LONGEST_PAUSE_NANOS}, in case the server has changed.
 *
 * <p>Thread-safe: the lock of this object guards the map.
 */
final class Refusals {
    static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The maximum number of servers that are remembered; the oldest refusal is forgotten first. */
    private static final int MAX_SERVERS = 1_000;

    private record Refusal(Object fingerprint, SaslFailure why, long pauseNanos, long until) {}

    private final LongSupplier clock;
    private final Map<String, Refusal> servers = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Refusal> eldest) {
            return size() > MAX_SERVERS;
        }
    };

    /** @param clock returns nanoseconds */
    Refusals(LongSupplier clock) {
        this.clock = clock;
    }

    /** {@return whether the last attempt at a server was refused} */
    synchronized boolean isRefused(String server) {
        return servers.containsKey(server);
    }

    /** A server refused credentials. */
    synchronized void refused(String server, Object fingerprint, SaslFailure why) {
        Refusal before = servers.remove(server);
        long pause = before == null || !before.fingerprint().equals(fingerprint)
                ? FIRST_PAUSE_NANOS
                : Math.min(LONGEST_PAUSE_NANOS, 2 * before.pauseNanos());
        servers.put(server, new Refusal(fingerprint, why, pause, clock.getAsLong() + pause));
    }

    /** A server accepted credentials. */
    synchronized void accepted(String server) {
        servers.remove(server);
    }

    /** Returns why these credentials must not be tried now; empty if they may be. */
    synchronized Optional<SaslFailure> reasonToWait(String server, Object fingerprint) {
        Refusal last = servers.get(server);
        long now = clock.getAsLong();
        if (last == null || now - last.until() >= 0 || !last.fingerprint().equals(fingerprint)) {
            return Optional.empty();
        }
        String again = "; the same credentials are tried again in " + TimeUnit.NANOSECONDS.toMillis(last.until() - now)
                + " ms";
        return Optional.of(
                new SaslFailure(last.why().getMessage() + again, last.why().logged() + again, last.why()));
    }
}
