package io.grizzlythrift.client.internal.io;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks up host names for attempts to connect. All attempts that wait for a name share one lookup, and a name for which none
 * waits any more is not looked up. Lookups run on a bounded number of threads that do nothing else. Names whose last lookup
 * was slow have fewer threads, and delay only each other. A thread whose lookup turns out to be slow is replaced, up to a
 * bound, when the next attempt needs a lookup.
 *
 * <p>Thread-safe: the lock of this object guards the lists. No lookup and no attempt runs with it held.
 */
final class NameLookups {
    /** A lookup that takes longer than this is slow. */
    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The maximum number of names that are remembered as slow. */
    private static final int MAX_SLOW = 1_000;

    /** Resolves a host name. May block. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** Waits for the addresses of a name. */
    interface Waiting {
        /** {@return whether the addresses are no longer needed} */
        boolean isOver();

        /** Runs on a connector thread, as {@link #unresolved} does. */
        void resolved(InetAddress[] addresses);

        /** The lookup failed. */
        void unresolved(Throwable cause);
    }

    private final Resolver resolver;
    private final ClientThreads threads;
    private final LongSupplier clock;

    /** The attempts that wait for each name that is being looked up, or will be. */
    private final Map<String, List<Waiting>> waiting = new HashMap<>();

    private final Set<String> slow = new HashSet<>();

    /** When each lookup of a name that was not slow before has begun. */
    private final Map<String, Long> running = new HashMap<>();

    NameLookups(Resolver resolver, ClientThreads threads, LongSupplier clock) {
        this.resolver = resolver;
        this.threads = threads;
        this.clock = clock;
    }

    /** Looks up a name for an attempt, and returns at once. */
    void lookUp(String name, Waiting attempt) {
        boolean isSlow;
        synchronized (this) {
            threads.replaceStuckLookups(running.size() < threads.lookupThreads() ? 0 : stuck());
            List<Waiting> others = waiting.get(name);
            if (others != null) {
                others.removeIf(Waiting::isOver);
                others.add(attempt);
                return;
            }
            List<Waiting> first = new ArrayList<>();
            first.add(attempt);
            waiting.put(name, first);
            isSlow = slow.contains(name);
        }
        try {
            threads.runLookup(() -> run(name), isSlow);
        } catch (Throwable t) { // without a thread, the name would never be looked up
            fail(take(name), t);
        }
    }

    /** An attempt is over before it has addresses: forgets it, since its lookup may wait for a long time behind others. */
    synchronized void forget(String name, Waiting attempt) {
        List<Waiting> attempts = waiting.get(name);
        if (attempts != null) {
            attempts.remove(attempt);
        }
    }

    /** Returns how many of the running lookups take long. */
    private int stuck() {
        long now = clock.getAsLong();
        int stuck = 0;
        for (long begun : running.values()) {
            stuck += now - begun > SLOW_NANOS ? 1 : 0;
        }
        return stuck;
    }

    private void run(String name) {
        long begun = clock.getAsLong();
        if (!begin(name, begun)) {
            return;
        }
        InetAddress[] found;
        try {
            found = resolver.resolve(name);
        } catch (Throwable t) {
            remember(name, begun);
            fail(take(name), t);
            return;
        }
        remember(name, begun);
        for (Waiting attempt : take(name)) {
            threads.runOnConnector(() -> attempt.resolved(found));
        }
    }

    private void fail(List<Waiting> attempts, Throwable cause) {
        for (Waiting attempt : attempts) {
            threads.runOnConnector(() -> attempt.unresolved(cause));
        }
    }

    /** Returns whether an attempt waits for a name; otherwise forgets the name. */
    private synchronized boolean begin(String name, long now) {
        List<Waiting> attempts = waiting.get(name);
        attempts.removeIf(Waiting::isOver);
        if (attempts.isEmpty()) {
            waiting.remove(name);
            return false;
        }
        if (!slow.contains(name)) {
            running.put(name, now);
        }
        return true;
    }

    private synchronized List<Waiting> take(String name) {
        return waiting.remove(name);
    }

    private synchronized void remember(String name, long begun) {
        running.remove(name);
        if (clock.getAsLong() - begun <= SLOW_NANOS) {
            slow.remove(name);
        } else if (slow.size() < MAX_SLOW) {
            slow.add(name);
        }
    }
}
