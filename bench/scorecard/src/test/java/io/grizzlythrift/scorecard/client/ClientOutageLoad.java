package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * Calls of a client whose heap is used up for a while. Counting their outcomes allocates nothing, so that a call for
 * which there was no memory is counted, too.
 */
final class ClientOutageLoad {
    private static final int THREADS = 4;
    private static final int CALLS_PER_THREAD = 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String SMALL = "small";
    private static final String LARGE = "large ".repeat(20_000);

    private final BenchService.AsyncIface service;
    private final List<Slot> slots = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong results = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong thrown = new AtomicLong();
    private final AtomicLong endedAgain = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private volatile boolean stopped;

    ClientOutageLoad(ThriftClient client) {
        service =
                client.stub(BenchService.AsyncIface.class, CallOptions.create().withTimeout(TIMEOUT));
    }

    /** A slot for one call at a time, and the callback of its calls. */
    private final class Slot implements AsyncMethodCallback<String> {
        private final String text;
        private final AtomicBoolean inFlight = new AtomicBoolean();

        Slot(String text) {
            this.text = text;
        }

        /** Returns whether the call started. */
        boolean call() {
            inFlight.set(true);
            begun.incrementAndGet();
            try {
                service.echo(text, this);
                return true;
            } catch (Throwable t) { // probably no memory; a call that throws has ended
                end(thrown);
                return false;
            }
        }

        @Override
        public void onComplete(String result) {
            if (!text.equals(result)) {
                wrong.incrementAndGet();
            }
            end(results);
        }

        @Override
        public void onError(Exception failure) {
            end(failures);
        }

        private void end(AtomicLong kind) {
            if (inFlight.compareAndSet(true, false)) {
                kind.incrementAndGet();
            } else {
                endedAgain.incrementAndGet();
            }
        }
    }

    void begin() {
        for (int i = 0; i < THREADS; i++) {
            Slot[] own = new Slot[CALLS_PER_THREAD];
            for (int call = 0; call < own.length; call++) {
                own[call] = new Slot(call % 2 == 0 ? SMALL : LARGE);
                slots.add(own[call]);
            }
            Thread thread = new Thread(() -> run(own), "outage-load");
            threads.add(thread);
            thread.start();
        }
    }

    private void run(Slot[] own) {
        while (!stopped) {
            boolean any = false;
            for (Slot slot : own) {
                any |= !slot.inFlight.get() && slot.call();
            }
            if (!any) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** {@return the number of calls that have had a result so far} */
    long results() {
        return results.get();
    }

    /** Stops starting calls, and waits for the end of those in flight. */
    void end(Map<String, Long> figures) throws Exception {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        Await.holds(Await.LONG, () -> inFlight() == 0);
        figures.put("begun", begun.get());
        figures.put("results", results.get());
        figures.put("failures", failures.get());
        figures.put("thrown", thrown.get());
        figures.put("notEnded", inFlight());
        figures.put("endedAgain", endedAgain.get());
        figures.put("wrong", wrong.get());
    }

    private long inFlight() {
        return slots.stream().filter(slot -> slot.inFlight.get()).count();
    }
}
