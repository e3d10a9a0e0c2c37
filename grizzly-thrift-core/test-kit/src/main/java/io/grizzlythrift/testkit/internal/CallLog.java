package io.grizzlythrift.testkit.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The calls that have arrived at a server, and futures of those that have not. Thread-safe.
 *
 * @param <C> a call, whose toString() describes it
 */
public final class CallLog<C> {
    /** The largest number of calls that are kept: {@value}. */
    public static final int MAX_CALLS = 10_000;

    /** The largest size of their messages in all: 64 MiB. If either limit is reached, the older half of the calls is dropped. */
    public static final long MAX_BYTES = 64 << 20;

    /** The name of every call. */
    public static final String ANY = "";

    private static final int SHOWN = 20;

    private final Function<C, List<String>> names;
    private final ToLongFunction<C> bytes;
    private final Supplier<String> state;
    private final Duration patience;
    private final List<C> kept = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final List<Expected<C>> expected = new ArrayList<>();

    /** The number of calls that {@link #take} has returned; may be ahead of those that have arrived. */
    private int taken;

    private int arrived;
    private long keptBytes;

    private record Expected<C>(String name, int number, CompletableFuture<C> arrival) {}

    /**
     * Creates an empty log.
     *
     * @param names returns the names under which a call is found, besides {@link #ANY}
     * @param bytes returns the size of the message of a call
     * @param state returns what a failure says besides the calls
     * @param patience how long {@link #await} waits
     */
    public CallLog(
            Function<C, List<String>> names, ToLongFunction<C> bytes, Supplier<String> state, Duration patience) {
        this.names = names;
        this.bytes = bytes;
        this.state = state;
        this.patience = patience;
    }

    /**
     * Adds a call. Completes the futures that wait for it, on this thread.
     *
     * @param name the name that counts
     * @param create creates the call, given how many calls with this name have arrived
     */
    public C add(String name, IntFunction<C> create) {
        List<CompletableFuture<C>> waiting = new ArrayList<>();
        C call;
        synchronized (this) {
            call = create.apply(count(name) + 1);
            keptBytes += bytes.applyAsLong(call);
            if (kept.size() == MAX_CALLS || keptBytes > MAX_BYTES) {
                dropOlderHalf();
            }
            kept.add(call);
            arrived++;
            List<String> all = new ArrayList<>(names.apply(call));
            all.add(ANY);
            for (String each : all) {
                completed(each, counts.merge(each, 1, Integer::sum), waiting);
            }
        }
        waiting.forEach(arrival -> arrival.complete(call));
        return call;
    }

    private void dropOlderHalf() {
        List<C> older = kept.subList(0, (kept.size() + 1) / 2);
        older.forEach(call -> keptBytes -= bytes.applyAsLong(call));
        older.clear();
    }

    private void completed(String name, int number, List<CompletableFuture<C>> waiting) {
        for (Iterator<Expected<C>> each = expected.iterator(); each.hasNext(); ) {
            Expected<C> one = each.next();
            if (one.name.equals(name) && one.number == number) {
                each.remove();
                waiting.add(one.arrival);
            }
        }
    }

    public synchronized List<C> all() {
        return List.copyOf(kept);
    }

    public synchronized List<C> named(String name) {
        return kept.stream().filter(call -> isNamed(call, name)).toList();
    }

    private boolean isNamed(C call, String name) {
        return name.equals(ANY) || names.apply(call).contains(name);
    }

    public synchronized int count(String name) {
        return counts.getOrDefault(name, 0);
    }

    /** {@return how many calls {@link #take} returns at once} */
    public synchronized int untaken() {
        return Math.max(0, arrived - taken);
    }

    /** {@return a future of the n-th call with a name, counted from 1} */
    public synchronized CompletableFuture<C> arrival(String name, int number) {
        if (number < 1) {
            throw new IllegalArgumentException("number is " + number + ", must be at least 1");
        }
        CompletableFuture<C> arrival = new CompletableFuture<>();
        if (number > count(name)) {
            expected.add(new Expected<>(name, number, arrival));
            return arrival;
        }
        List<C> same = named(name);
        int index = number - 1 - (count(name) - same.size());
        if (index < 0) {
            throw new IllegalStateException(
                    "call " + number + titled(name) + " is no longer kept, only " + kept.size() + " later calls are");
        }
        arrival.complete(same.get(index));
        return arrival;
    }

    /** Waits for the n-th call with a name; an AssertionError says what has arrived instead. */
    public C await(String name, int number) {
        return await(arrival(name, number), "call " + number + titled(name) + " has not arrived");
    }

    /** Waits for the next call that this method has not returned. */
    public C take() {
        int number;
        CompletableFuture<C> next;
        synchronized (this) {
            number = ++taken;
            next = arrival(ANY, number);
        }
        try {
            return await(next, "call " + number + " has not arrived");
        } catch (AssertionError e) {
            synchronized (this) {
                taken--; // it may still arrive
            }
            throw e;
        }
    }

    private static String titled(String name) {
        return name.equals(ANY) ? "" : " of " + name;
    }

    private C await(CompletableFuture<C> arrival, String failure) {
        try {
            return arrival.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            synchronized (this) {
                expected.removeIf(each -> each.arrival == arrival);
            }
            throw new AssertionError(failure + " within " + patience.toMillis() + " ms: " + describe(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(failure + ", and the test was interrupted: " + describe(), e);
        } catch (ExecutionException e) {
            throw new AssertionError(failure, e); // never: a call completes it
        }
    }

    /** Fails unless this number of calls with a name has arrived. */
    public void verify(String name, int times) {
        int count = count(name);
        if (count != times) {
            throw new AssertionError(name + " was called " + count + " times, not " + times + ": " + describe());
        }
    }

    /** Forgets all calls, and counts from 1 again. */
    public synchronized void clear() {
        kept.clear();
        keptBytes = 0;
        counts.clear();
        arrived = 0;
        taken = 0;
    }

    /** {@return what has arrived, a line for each call} */
    public synchronized String describe() {
        StringBuilder text = new StringBuilder();
        text.append(arrived == 1 ? "1 call has arrived" : arrived + " calls have arrived");
        if (kept.size() > SHOWN) {
            text.append(", the last ").append(SHOWN).append(" of them are");
        }
        text.append("; ").append(state.get());
        int first = Math.max(0, kept.size() - SHOWN);
        for (int i = first; i < kept.size(); i++) {
            text.append("\n  ")
                    .append(arrived - kept.size() + i + 1)
                    .append(". ")
                    .append(kept.get(i));
        }
        return text.toString();
    }
}
