package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.PreparedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;

/** Threads that call and wait, each for one answer at a time, until they are told to stop or a call fails. */
final class CallerThreads {
    private final PreparedCall call;
    private final Answers answers;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    CallerThreads(PreparedCall call, Answers answers) {
        this.call = call;
        this.answers = answers;
    }

    /** Starts a thread that calls this service. */
    void start(BenchService.Iface service) {
        Thread thread = new Thread(() -> run(service), "caller-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void run(BenchService.Iface service) {
        try {
            long sent = System.nanoTime();
            while (!stopped) {
                Object answer = call.call(service);
                long now = System.nanoTime();
                answers.came(answer, sent, now);
                sent = now;
            }
        } catch (TException | RuntimeException failed) {
            answers.errors().add("a call failed: " + failed);
        }
    }

    /** Waits for the last answers. It is an error if one does not come in time. */
    void stop(Duration grace) {
        stopped = true;
        long end = System.nanoTime() + grace.toNanos();
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
            if (thread.isAlive()) {
                answers.errors().add(thread.getName() + " still waited for an answer after " + grace);
            }
        }
    }
}
