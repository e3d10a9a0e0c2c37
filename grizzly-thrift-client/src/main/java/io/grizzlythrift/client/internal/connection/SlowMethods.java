package io.grizzlythrift.client.internal.connection;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Predicts whether the next call of a method is prompt, or may hold up the replies to later calls. A method becomes
 * prompt when a call of it gets a reply and blocked nothing. A new method becomes slow when a call of it holds up
 * replies. A prompt method becomes slow only if this happens again within {@value #OCCASION} calls, because a pause of
 * either process looks the same. A slow method becomes prompt again after one or two prompt replies, or after more late
 * replies to calls that blocked nothing: these may have waited for other calls.
 *
 * <p>Thread-safe: calls look up an immutable map, which is replaced under the lock of this object for each new method.
 */
public final class SlowMethods {
    /** The prediction for a call. */
    public enum Expected {
        /** The reply is expected soon. */
        PROMPT,

        /** Nothing is known: it is the first call of its method. */
        UNKNOWN,

        /** The call may hold up the replies to later calls, or the first call of its method has no reply yet. */
        SLOW
    }

    /** The maximum number of methods with a score; further methods count as prompt. */
    static final int MAX_METHODS = 1024;

    /** The score that is added for one call that blocked replies, and the highest score of a prompt method. */
    static final int OCCASION = 16;

    /** The highest score. */
    static final int HABIT = 3 * OCCASION;

    /** The score of a method whose first call blocked replies: slow, but soon prompt again. */
    static final int FIRST_OCCASION = OCCASION + OCCASION / 2;

    /** The score of a method without a reply. */
    private static final int NO_REPLY = -1;

    private volatile Map<String, AtomicInteger> scores = Map.of();

    /** Returns the prediction for a call that is about to be sent. */
    public Expected expect(String method) {
        AtomicInteger score = scores.get(method);
        if (score == null) {
            return add(method) ? Expected.UNKNOWN : Expected.PROMPT;
        }
        int value = score.get();
        if (value == 0) {
            return Expected.PROMPT;
        }
        if (value == NO_REPLY || value > OCCASION) {
            return Expected.SLOW;
        }
        score.compareAndSet(value, value - 1);
        return Expected.PROMPT;
    }

    private synchronized boolean add(String method) {
        if (scores.containsKey(method) || scores.size() == MAX_METHODS) {
            return scores.size() < MAX_METHODS;
        }
        Map<String, AtomicInteger> more = new HashMap<>(scores);
        more.put(method, new AtomicInteger(NO_REPLY));
        scores = more;
        return true;
    }

    /** Records that a call of this method holds up a connection. */
    public void blocked(String method) {
        AtomicInteger score = scores.get(method);
        if (score != null) {
            score.updateAndGet(value -> value == NO_REPLY ? FIRST_OCCASION : Math.min(value + OCCASION, HABIT));
        }
    }

    /** Records the reply, prompt or late, to a call that was not expected to be prompt and blocked nothing. */
    public void blockedNothing(String method, boolean promptly) {
        AtomicInteger score = scores.get(method);
        if (score != null) {
            int less = promptly ? OCCASION : 1;
            score.updateAndGet(value -> value > OCCASION ? value - less : Math.max(value, 0));
        }
    }
}
