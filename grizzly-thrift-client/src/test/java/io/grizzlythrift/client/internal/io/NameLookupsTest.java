package io.grizzlythrift.client.internal.io;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that a name that does not resolve delays no other one. */
@Test(timeOut = 60_000, singleThreaded = true)
public final class NameLookupsTest {
    private static final InetAddress[] FOUND = {InetAddress.getLoopbackAddress()};

    private final AtomicLong clock = new AtomicLong();
    private final Map<String, AtomicInteger> begun = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<InetAddress[]>> held = new ConcurrentHashMap<>();
    private volatile boolean stopped;
    private ClientThreads threads;
    private NameLookups lookups;

    @BeforeMethod
    void start() {
        begun.clear();
        held.clear();
        clock.set(0);
        stopped = false;
        start(ClientThreads.MAX_LOOKUPS);
    }

    private void start(int names) {
        threads = new ClientThreads(UniqueName.of("lookups"), 1, names, clock::get);
        lookups = new NameLookups(this::resolve, threads, clock::get);
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        stopped = true;
        held.values().forEach(each -> each.complete(FOUND));
        threads.shutdown();
    }

    private InetAddress[] resolve(String name) throws UnknownHostException {
        begun.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet();
        if (name.equals("unknown")) {
            throw new UnknownHostException(name);
        }
        return name.startsWith("slow") && !stopped ? hold(name).join() : FOUND;
    }

    private CompletableFuture<InetAddress[]> hold(String name) {
        return held.computeIfAbsent(name, any -> new CompletableFuture<>());
    }

    private Attempt lookUp(String name) {
        Attempt attempt = new Attempt();
        lookups.lookUp(name, attempt);
        return attempt;
    }

    /** Thousands of names may wait for a broken DNS server, each with what its connection takes. */
    public void anAttemptThatIsOverIsForgotten() throws Exception {
        start(1);
        lookUp("slow");
        Await.that("no lookup begins", () -> begun.containsKey("slow"));
        WeakReference<Attempt> forgotten = forgottenAttempt("behind");
        Await.that("it is kept", () -> {
            System.gc();
            return forgotten.refersTo(null);
        });
        hold("slow").complete(FOUND);
        assertSame(CallResults.result(lookUp("behind").result), FOUND);
    }

    private WeakReference<Attempt> forgottenAttempt(String name) {
        Attempt attempt = lookUp(name);
        lookups.forget(name, attempt);
        return new WeakReference<>(attempt);
    }

    public void slowNamesDelayNoOther() throws Exception {
        for (int i = 0; i < 40; i++) {
            lookUp("slow-" + i);
        }
        assertSame(CallResults.result(lookUp("quick").result), FOUND);
    }

    /** They hang again, all at once: there are as many as threads. */
    public void namesThatWereSlowDelayNoOther() throws Exception {
        for (int round = 0; round < 2; round++) {
            List<Attempt> all = new ArrayList<>();
            for (int i = 0; i < ClientThreads.MAX_LOOKUPS; i++) {
                all.add(lookUp("slow-" + i));
            }
            if (round == 0) {
                Await.that("not all have begun", () -> begun.size() == ClientThreads.MAX_LOOKUPS);
                clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
                begun.keySet().forEach(name -> hold(name).complete(FOUND));
                for (Attempt attempt : all) {
                    CallResults.result(attempt.result);
                }
                held.clear();
            }
        }
        assertSame(CallResults.result(lookUp("quick").result), FOUND);
    }

    /** More names than threads hang for the first time. */
    public void threadsOfLookupsThatAreStuckAreReplaced() throws Exception {
        for (int i = 0; i < ClientThreads.MAX_LOOKUPS + 20; i++) {
            lookUp("slow-" + i);
        }
        Attempt quick = lookUp("quick");
        Await.that("not all have begun", () -> begun.size() == ClientThreads.MAX_LOOKUPS);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
        lookUp("slow-0"); // attempts are repeated
        assertSame(CallResults.result(quick.result), FOUND);
    }

    public void threadsAreReplacedUpToABound() throws Exception {
        int most = ClientThreads.MAX_LOOKUPS + ClientThreads.MAX_STUCK_LOOKUPS;
        for (int i = 0; i < most + 50; i++) {
            lookUp("slow-" + i);
            clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
        }
        Await.that("too few have begun", () -> {
            clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
            lookUp("slow-0");
            return begun.size() == most;
        });
        lookUp("slow-0");
        assertEquals(begun.size(), most);
    }

    public void aNameIsLookedUpOnceForAllThatWait() throws Exception {
        List<Attempt> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(lookUp("slow"));
        }
        hold("slow").complete(FOUND);
        for (Attempt attempt : all) {
            assertSame(CallResults.result(attempt.result), FOUND);
        }
        assertEquals(begun.get("slow").get(), 1);
    }

    public void nothingIsLookedUpForAnAttemptThatIsOver() throws Exception {
        threads.shutdown();
        start(1);
        lookUp("slow-before");
        Attempt over = lookUp("over");
        over.isOver = true;
        Attempt after = lookUp("after");
        hold("slow-before").complete(FOUND);
        assertSame(CallResults.result(after.result), FOUND);
        assertTrue(!begun.containsKey("over"), "looked up " + begun);
        assertSame(CallResults.result(lookUp("over").result), FOUND, "later");
    }

    public void aNameThatIsUnknownFails() throws Exception {
        assertTrue(CallResults.thrown(lookUp("unknown").result) instanceof UnknownHostException);
        assertTrue(CallResults.thrown(lookUp("unknown").result) instanceof UnknownHostException);
        assertEquals(begun.get("unknown").get(), 2);
    }

    private static final class Attempt implements NameLookups.Waiting {
        final CompletableFuture<InetAddress[]> result = new CompletableFuture<>();
        volatile boolean isOver;

        @Override
        public boolean isOver() {
            return isOver;
        }

        @Override
        public void resolved(InetAddress[] addresses) {
            result.complete(addresses);
        }

        @Override
        public void unresolved(Throwable cause) {
            result.completeExceptionally(cause);
        }
    }
}
