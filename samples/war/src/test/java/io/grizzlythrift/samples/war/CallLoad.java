package io.grizzlythrift.samples.war;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;

/** Calls the calculator from several threads, each with one call at a time, and counts how the calls end. */
final class CallLoad implements AutoCloseable {
    private static final long RETRY_NANOS = 5_000_000;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ThriftClient client;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong results = new AtomicLong();
    private final AtomicLong rejections = new AtomicLong();
    private final AtomicLong notSent = new AtomicLong();
    private final Map<String, AtomicLong> lost = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> wrong = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    CallLoad(int port, int callers) {
        client = ThriftClient.builder()
                .name("load")
                .endpoint("127.0.0.1", port)
                .connectionsPerEndpoint(2)
                .reconnectBackoff(Duration.ofMillis(10), Duration.ofMillis(50))
                .callTimeout(Duration.ofSeconds(20))
                .build();
        Calculator.Iface calculator = client.stub(Calculator.Iface.class);
        for (int i = 0; i < callers; i++) {
            int caller = i;
            Thread thread = new Thread(() -> run(calculator, caller), "caller-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    /** Makes a single call, which looks up a name of the application if the calculator runs on a pool of the container. */
    void ping() throws TException {
        client.stub(Calculator.Iface.class).ping();
        results.incrementAndGet();
    }

    private void run(Calculator.Iface calculator, int caller) {
        for (int i = 0; !stopped; i++) {
            try {
                int product = calculator.calculate(caller, new Work(caller, i, Operation.MULTIPLY));
                results.incrementAndGet();
                if (product != caller * i) {
                    count(wrong, caller + " * " + i + " = " + product);
                }
            } catch (CallFailedException e) {
                if (e.failure().isRejection()) {
                    rejections.incrementAndGet();
                } else if (e.mayHaveRun()) {
                    count(lost, e.getMessage());
                } else {
                    notSent.incrementAndGet();
                }
                LockSupport.parkNanos(RETRY_NANOS); // nothing listens, or soon will not
            } catch (TException | RuntimeException e) {
                count(wrong, e.toString());
            }
        }
    }

    private static void count(Map<String, AtomicLong> of, String what) {
        of.computeIfAbsent(what, first -> new AtomicLong()).incrementAndGet();
    }

    /** Waits until this many more calls have a result. */
    void awaitResults(long more) {
        long wanted = results.get() + more;
        long start = System.nanoTime();
        while (results.get() < wanted) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException("the calculator does not reply: " + this);
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    /** Returns the calls that the server has received, as far as this client knows: it has a reply to each. */
    long replies() {
        return results.get() + rejections.get();
    }

    /** Returns calls that were sent and got no reply. */
    Map<String, AtomicLong> lost() {
        return lost;
    }

    /** Returns results that are not right, and exceptions that no call should have. */
    Map<String, AtomicLong> wrong() {
        return wrong;
    }

    /** Ends all calls. */
    @Override
    public void close() {
        stopped = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }

    @Override
    public String toString() {
        return results + " results, " + rejections + " rejected with a reply, " + notSent
                + " not sent because nothing listened, lost " + lost + ", wrong " + wrong;
    }
}
