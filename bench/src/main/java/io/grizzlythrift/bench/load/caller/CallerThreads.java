package io.grizzlythrift.bench.load.caller;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.plan.Schedule;
import io.grizzlythrift.bench.service.PreparedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import org.apache.thrift.TException;

/**
 * Threads that make blocking calls, each with one call at a time, until they are stopped or a call fails.
 *
 * <p>With a rate, the calls of a schedule are assigned to the threads in turn. A thread parks until its next call is
 * due, and wakes up late, on Linux by about 50 to 100 us. Latencies include this delay, because they are measured from
 * when a call was due.
 */
public final class CallerThreads {
    private final CallMix mix;
    private final Answers answers;
    private final List<BenchService.Iface> services = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    public CallerThreads(CallMix mix, Answers answers) {
        this.mix = mix;
        this.answers = answers;
    }

    /** Adds a thread that calls this service. Call it before the start only. */
    public void add(BenchService.Iface service) {
        services.add(service);
    }

    /**
     * Starts calling.
     *
     * @param rate calls per second over all threads; 0 to make the next call whenever a reply arrives
     */
    public void start(double rate) {
        long start = System.nanoTime();
        int count = services.size();
        for (int i = 0; i < count; i++) {
            BenchService.Iface service = services.get(i);
            CallMix.Turns turns = mix.turns(i, count);
            LongUnaryOperator pace = rate == 0
                    ? now -> now
                    : new Waiting(Schedule.ofRate(rate, start).part(i, count));
            Thread thread = new Thread(() -> run(service, turns, pace), "caller-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /** @param pace maps the time of a reply to the time when the next call starts; may block until then */
    private void run(BenchService.Iface service, CallMix.Turns turns, LongUnaryOperator pace) {
        try {
            long begins = pace.applyAsLong(System.nanoTime());
            while (!stopped) {
                PreparedCall call = turns.next();
                Object answer = call.call(service);
                long now = System.nanoTime();
                answers.came(call, answer, begins, now);
                begins = pace.applyAsLong(now);
            }
        } catch (TException | RuntimeException failed) {
            answers.errors().add("a call failed: " + failed);
        }
    }

    /** Stops calling and waits for the last replies. Records an error if a reply does not arrive in time. */
    public void stop(Duration grace) {
        stopped = true;
        threads.forEach(LockSupport::unpark);
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

    /** Parks a thread until its next call is due or the threads are stopped; returns at once if the call is overdue. */
    private final class Waiting implements LongUnaryOperator {
        private final Schedule schedule;
        private long number;

        Waiting(Schedule schedule) {
            this.schedule = schedule;
        }

        @Override
        public long applyAsLong(long now) {
            long due = schedule.due(number++);
            for (long left = due - now; left > 0 && !stopped; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return due;
        }
    }
}
