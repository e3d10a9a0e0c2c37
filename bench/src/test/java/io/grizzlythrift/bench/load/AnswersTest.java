package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.testng.annotations.Test;

/** Every answer is counted once, as what it is. */
public final class AnswersTest {
    /** Latencies are those of right answers while recording is on. */
    @Test
    public void recordsOnlyWhenAsked() {
        Answers answers = new Answers(new PreparedCall(Method.ADD, 0, 0));
        answers.came(42, 0, 1_000_000);
        answers.record(true);
        answers.came(42, 100, 150);
        answers.came(41, 0, 2_000_000);
        answers.record(false);
        answers.came(42, 0, 3_000_000);
        assertEquals(answers.right(), 3);
        assertEquals(answers.errors().count(), 1);
        Histogram latencies = answers.latencies();
        assertEquals(latencies.getTotalCount(), 1);
        assertEquals(latencies.getMaxValue(), 50);
    }

    /** Threads do not disturb each other. */
    @Test(timeOut = 30_000)
    public void addsUpAllThreads() throws InterruptedException {
        Answers answers = new Answers(new PreparedCall(Method.PING, 0, 0));
        answers.record(true);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                for (int call = 0; call < 10_000; call++) {
                    answers.came(null, 0, 10);
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
