package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.async.AsyncMethodCallback;

/** Records outcome and time of calls of this library's client, each of which must end exactly once. */
public final class CountedCalls {
    public static final String RESULT = "RESULT";
    static final String REFUSED = "REFUSED";

    private final int count;
    private final CountDownLatch left;
    private final AtomicIntegerArray ends;
    private final AtomicLongArray begun;
    private final AtomicLongArray ended;
    private final AtomicReferenceArray<String> how;

    public CountedCalls(int count) {
        this.count = count;
        left = new CountDownLatch(count);
        ends = new AtomicIntegerArray(count);
        begun = new AtomicLongArray(count);
        ended = new AtomicLongArray(count);
        how = new AtomicReferenceArray<>(count);
    }

    /** Returns the callback of a call that starts now. */
    public <T> AsyncMethodCallback<T> begin(int call, T expected) {
        begun.set(call, System.nanoTime());
        return new AsyncMethodCallback<>() {
            @Override
            public void onComplete(T result) {
                end(call, expected.equals(result) ? RESULT : "a wrong result");
            }

            @Override
            public void onError(Exception e) {
                end(call, describe(e));
            }
        };
    }

    private static String describe(Exception e) {
        if (e instanceof CallFailedException failed) {
            FailureCause cause = failed.failure();
            return cause.name();
        }
        return e instanceof TApplicationException ? REFUSED : e.toString();
    }

    private void end(int call, String outcome) {
        long now = System.nanoTime();
        if (ends.incrementAndGet(call) == 1) {
            ended.set(call, now);
            how.set(call, outcome);
            left.countDown();
        }
    }

    /** Waits for all calls; fails if some have not ended in time. */
    public void awaitAll(Duration limit) throws InterruptedException {
        if (!left.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new AssertionError(left.getCount() + " of " + count + " calls have not ended within " + limit);
        }
    }

    /** {@return the number of calls by outcome} */
    public Map<String, Integer> outcomes() {
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            outcomes.merge(String.valueOf(how.get(i)), 1, Integer::sum);
        }
        return outcomes;
    }

    /** Fails if a call did not end exactly once. */
    public void requireOnce() {
        for (int i = 0; i < count; i++) {
            if (ends.get(i) != 1) {
                throw new AssertionError("call " + i + " ended " + ends.get(i) + " times");
            }
        }
    }

    /** Returns the time from a moment to the end of the last call. */
    public Duration lastEndAfter(long nanoTime) {
        long longest = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            longest = Math.max(longest, ended.get(i) - nanoTime);
        }
        return Duration.ofNanos(longest);
    }

    /** {@return the longest time that a call took} */
    public Duration longest() {
        long longest = 0;
        for (int i = 0; i < count; i++) {
            longest = Math.max(longest, ended.get(i) - begun.get(i));
        }
        return Duration.ofNanos(longest);
    }

    /** {@return the longest time that a call with this outcome took} */
    public Duration longest(String outcome) {
        long longest = 0;
        for (int i = 0; i < count; i++) {
            if (outcome.equals(how.get(i))) {
                longest = Math.max(longest, ended.get(i) - begun.get(i));
            }
        }
        return Duration.ofNanos(longest);
    }

    /** {@return the shortest time that a call took} */
    public Duration shortest() {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            shortest = Math.min(shortest, ended.get(i) - begun.get(i));
        }
        return Duration.ofNanos(shortest);
    }
}
