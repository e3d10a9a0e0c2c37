package io.grizzlythrift.bench.load.caller;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.testng.annotations.Test;

/** Every reply is counted once, as right or wrong. */
public final class AnswersTest {
    private final PreparedCall add = new PreparedCall(Method.ADD, 0, 0);

    /** Latencies are recorded for right replies only, while recording is on. */
    @Test
    public void recordsOnlyWhenAsked() {
        Answers answers = new Answers(add);
        answers.came(add, 42, 0, 1_000_000);
        answers.record(true);
        answers.came(add, 42, 100, 150);
        answers.came(add, 41, 0, 2_000_000);
        answers.record(false);
        answers.came(add, 42, 0, 3_000_000);
        assertEquals(answers.right(), 3);
        assertEquals(answers.errors().count(), 1);
        Histogram latencies = answers.latencies();
        assertEquals(latencies.getTotalCount(), 1);
        assertEquals(latencies.getMaxValue(), 50);
    }

    /** Replies to calls between the measured ones are checked, but not counted. */
    @Test
    public void onlyChecksAnswersToOtherCalls() {
        PreparedCall burn = new PreparedCall(Method.BURN, 0, 0);
        Answers answers = new Answers(add);
        answers.record(true);
        answers.came(burn, null, 0, 50);
        assertEquals(answers.errors().count(), 0);
        answers.came(burn, 42, 0, 50);
        assertEquals(answers.errors().count(), 1, "the answer to another call");
        assertEquals(answers.right(), 0);
        assertEquals(answers.latencies().getTotalCount(), 0);
    }

    /** Counts of several threads are added up. */
    @Test(timeOut = 30_000)
    public void addsUpAllThreads() throws InterruptedException {
        PreparedCall ping = new PreparedCall(Method.PING, 0, 0);
        Answers answers = new Answers(ping);
        answers.record(true);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                for (int call = 0; call < 10_000; call++) {
                    answers.came(ping, null, 0, 10);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(answers.right(), 40_000);
        assertEquals(answers.latencies().getTotalCount(), 40_000);
    }
}
