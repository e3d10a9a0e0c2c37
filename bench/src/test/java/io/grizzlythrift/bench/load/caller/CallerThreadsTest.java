package io.grizzlythrift.bench.load.caller;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Threads that wait for their replies; no call gets lost unnoticed. */
public final class CallerThreadsTest {
    private final PreparedCall call = new PreparedCall(Method.ADD, 0, 0);

    /** All threads call until they are stopped. */
    @Test(timeOut = 30_000)
    public void callUntilTheyAreStopped() {
        Answers answers = new Answers(call);
        CallerThreads callers = new CallerThreads(CallMix.only(call), answers);
        callers.add(new BenchHandler());
        callers.add(new BenchHandler());
        callers.start(0);
        while (answers.right() < 1000) {
            LockSupport.parkNanos(100_000);
        }
        callers.stop(Duration.ofSeconds(20));
        long right = answers.right();
        LockSupport.parkNanos(1_000_000);
        assertEquals(answers.right(), right);
        assertEquals(answers.errors().count(), 0);
    }

    /** A thread whose next call is due in an hour ends at once. */
    @Test(timeOut = 30_000)
    public void doNotCallBeforeTheirTime() {
        Answers answers = new Answers(call);
        CallerThreads callers = new CallerThreads(CallMix.only(call), answers);
        callers.add(new BenchHandler());
        callers.add(new BenchHandler());
        callers.start(1 / 3600.0);
        while (answers.right() < 1) {
            LockSupport.parkNanos(100_000);
        }
        callers.stop(Duration.ofSeconds(20));
        assertEquals(answers.right(), 1);
        assertEquals(answers.errors().count(), 0);
    }

    /** A failed call and a call without a reply are both errors. */
    @Test(timeOut = 30_000)
    public void countFailuresAndMissingAnswers() throws Exception {
        Answers answers = new Answers(call);
        CallerThreads callers = new CallerThreads(CallMix.only(call), answers);
        CompletableFuture<Thread> failing = new CompletableFuture<>();
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        callers.add(service(() -> {
            failing.complete(Thread.currentThread());
            throw new TException("refused");
        }));
        callers.add(service(() -> {
            called.countDown();
            answer.await();
        }));
        callers.start(0);
        called.await();
        failing.get().join(); // a thread that is still ending would count as one that waits
        assertEquals(answers.errors().count(), 1);
        callers.stop(Duration.ofMillis(1));
        answer.countDown();
        assertEquals(answers.errors().count(), 2);
        assertTrue(answers.errors().first().orElseThrow().contains("refused"));
    }

    private static BenchService.Iface service(Behaviour behaviour) {
        return (BenchService.Iface) Proxy.newProxyInstance(
                CallerThreadsTest.class.getClassLoader(),
                new Class<?>[] {BenchService.Iface.class},
                (proxy, method, arguments) -> {
                    behaviour.run();
                    return 42;
                });
    }

    private interface Behaviour {
        void run() throws Exception;
    }
}
