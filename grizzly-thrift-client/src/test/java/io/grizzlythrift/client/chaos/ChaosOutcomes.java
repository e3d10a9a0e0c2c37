package io.grizzlythrift.client.chaos;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The outcomes of many calls. Each must end once, with its own reply or for a reason that the test caused. It must
 * reach the server at most once, and not at all if its failure says so.
 */
public final class ChaosOutcomes {
    private static final int MISTAKES_SHOWN = 10;

    private final AtomicIntegerArray outcomes;
    private final AtomicIntegerArray arrivals;

    /** 1 for calls that failed and did not run. */
    private final AtomicIntegerArray unsent;

    private final Set<FailureCause> tolerated;
    private final LongAdder replied = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();

    /**
     * Creates outcomes without any.
     *
     * @param tolerated the causes for which any call may fail
     */
    public ChaosOutcomes(int calls, Set<FailureCause> tolerated) {
        this.tolerated = tolerated;
        outcomes = new AtomicIntegerArray(calls);
        arrivals = new AtomicIntegerArray(calls);
        unsent = new AtomicIntegerArray(calls);
    }

    /** Records that the server received a call. */
    public void arrived(int call) {
        arrivals.incrementAndGet(call);
    }

    /** Records the reply to a call. */
    public void replied(int call, String question, String reply) {
        outcomes.incrementAndGet(call);
        replied.increment();
        if (!question.equals(reply)) {
            mistakes.add("call " + call + " asked " + start(question) + " and got " + start(reply));
        }
    }

    private static String start(String text) {
        return text == null ? "null" : text.substring(0, Math.min(40, text.length()));
    }

    /** Records that a oneway call was sent. */
    public void sent(int call) {
        outcomes.incrementAndGet(call);
        sent.increment();
    }

    /**
     * Records that a call failed.
     *
     * @param mayTimeOut whether its deadline was short
     */
    public void failed(int call, boolean mayTimeOut, Throwable failure) {
        outcomes.incrementAndGet(call);
        if (failure instanceof CallFailedException known && !known.mayHaveRun()) {
            unsent.set(call, 1);
        }
        if (failure instanceof CallTimeoutException && mayTimeOut) {
            timedOut.increment();
        } else if (failure instanceof CancellationException) {
            cancelled.increment();
        } else if (failure instanceof CallFailedException known && tolerated.contains(known.failure())) {
            failed.increment();
        } else {
            mistakes.add("call " + call + ": " + failure);
        }
    }

    public long replied() {
        return replied.sum();
    }

    public long sent() {
        return sent.sum();
    }

    public long timedOut() {
        return timedOut.sum();
    }

    public long cancelled() {
        return cancelled.sum();
    }

    /** Returns the number of calls that failed for a tolerated cause. */
    public long failed() {
        return failed.sum();
    }

    public void assertEveryCallEndedOnce() {
        List<String> wrong = new ArrayList<>(mistakes);
        for (int call = 0; call < outcomes.length(); call++) {
            if (outcomes.get(call) != 1) {
                wrong.add("call " + call + " ended " + outcomes.get(call) + " times");
            }
            if (arrivals.get(call) > 1 - unsent.get(call)) {
                wrong.add("call " + call + " arrived " + arrivals.get(call) + " times, unsent: " + unsent.get(call));
            }
        }
        assertEquals(wrong.subList(0, Math.min(MISTAKES_SHOWN, wrong.size())), List.of(), wrong.size() + " mistakes");
        assertEquals(replied() + sent() + timedOut() + cancelled() + failed(), outcomes.length());
    }

    @Override
    public String toString() {
        return replied + " replied, " + sent + " oneway, " + timedOut + " timed out, " + cancelled + " cancelled, "
                + failed + " failed";
    }
}
