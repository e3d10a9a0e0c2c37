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
 * What became of each of many calls: everyone must end once, with its own answer or for a reason that the test made,
 * and reach the server once at most, and not at all if its failure says so.
 */
public final class ChaosOutcomes {
    private static final int MISTAKES_SHOWN = 10;

    private final AtomicIntegerArray endings;
    private final AtomicIntegerArray arrivals;

    /** 1 for calls that failed and certainly did not run. */
    private final AtomicIntegerArray unsent;

    private final Set<FailureCause> tolerated;
    private final LongAdder answered = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();

    /** @param tolerated what any call may fail with */
    public ChaosOutcomes(int calls, Set<FailureCause> tolerated) {
        this.tolerated = tolerated;
        endings = new AtomicIntegerArray(calls);
        arrivals = new AtomicIntegerArray(calls);
        unsent = new AtomicIntegerArray(calls);
    }

    /** The server received a call. */
    public void arrived(int call) {
        arrivals.incrementAndGet(call);
    }

    /** A call was answered. */
    public void answered(int call, String question, String answer) {
        endings.incrementAndGet(call);
        answered.increment();
        if (!question.equals(answer)) {
            mistakes.add("call " + call + " asked " + start(question) + " and was answered " + start(answer));
        }
    }

    private static String start(String text) {
        return text == null ? "null" : text.substring(0, Math.min(40, text.length()));
    }

    /** A oneway call was sent. */
    public void sent(int call) {
        endings.incrementAndGet(call);
        sent.increment();
    }

    /**
     * A call failed.
     *
     * @param mayTimeOut whether its deadline was short
     */
    public void failed(int call, boolean mayTimeOut, Throwable failure) {
        endings.incrementAndGet(call);
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

    public long answered() {
        return answered.sum();
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

    /** Calls that failed with what is tolerated. */
    public long failed() {
        return failed.sum();
    }

    public void assertEveryCallEndedOnce() {
        List<String> wrong = new ArrayList<>(mistakes);
        for (int call = 0; call < endings.length(); call++) {
            if (endings.get(call) != 1) {
                wrong.add("call " + call + " ended " + endings.get(call) + " times");
            }
            if (arrivals.get(call) > 1 - unsent.get(call)) {
                wrong.add("call " + call + " arrived " + arrivals.get(call) + " times, unsent: " + unsent.get(call));
            }
        }
        assertEquals(wrong.subList(0, Math.min(MISTAKES_SHOWN, wrong.size())), List.of(), wrong.size() + " mistakes");
        assertEquals(answered() + sent() + timedOut() + cancelled() + failed(), endings.length());
    }

    @Override
    public String toString() {
        return answered + " answered, " + sent + " oneway, " + timedOut + " timed out, " + cancelled + " cancelled, "
                + failed + " failed";
    }
}
