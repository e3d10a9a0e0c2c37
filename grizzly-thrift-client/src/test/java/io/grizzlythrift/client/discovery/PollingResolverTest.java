package io.grizzlythrift.client.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when lookups are made, by a clock that the test sets, and what the listener is told. */
@Test(timeOut = 60_000, singleThreaded = true)
public class PollingResolverTest {
    private static final Duration MIN = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofSeconds(30);
    private static final List<EndpointAddress> SERVERS = List.of(EndpointAddress.of("a", 1));

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger lookups = new AtomicInteger();
    private Duration validFor;
    private Exception thrown;
    private Answers answers;
    private PollingResolution resolution;

    @BeforeMethod
    void begin() {
        clock.set(Long.MAX_VALUE - 5_000_000_000L); // it overflows soon
        lookups.set(0);
        validFor = Duration.ofSeconds(10);
        thrown = null;
        answers = new Answers();
        resolution = new PollingResolution("test", this::lookUp, MIN, MAX, answers, clock::get);
    }

    private PollingResolver.Answer lookUp() throws Exception {
        lookups.incrementAndGet();
        if (thrown != null) {
            throw thrown;
        }
        return new PollingResolver.Answer(SERVERS, validFor);
    }

    /** Lets time pass until the next lookup is due, and returns how long that took, in seconds. */
    private long secondsToNext() {
        int before = lookups.get();
        long nanos = resolution.step();
        clock.addAndGet(nanos - 1);
        resolution.step();
        assertEquals(lookups.get(), before, "too early");
        clock.incrementAndGet();
        resolution.step();
        assertEquals(lookups.get(), before + 1, "not in time");
        return Duration.ofNanos(nanos).toSeconds();
    }

    public void anAnswerIsAskedForAgainOnceItExpires() throws Exception {
        assertEquals(resolution.step(), Duration.ofSeconds(10).toNanos());
        assertSame(answers.servers().get(0), SERVERS.get(0));
        assertEquals(secondsToNext(), 10);
        validFor = Duration.ZERO;
        assertEquals(secondsToNext(), 10);
        assertEquals(secondsToNext(), MIN.toSeconds());
        validFor = Duration.ofDays(400_000);
        assertEquals(secondsToNext(), MIN.toSeconds());
        assertEquals(secondsToNext(), MAX.toSeconds());
        assertEquals(answers.waiting(), lookups.get() - 1);
    }

    public void pausesAfterFailuresDouble() throws Exception {
        thrown = new IOException("down");
        resolution.step();
        assertSame(answers.failure(), thrown);
        for (long seconds : new long[] {1, 2, 4, 8, 16, 30, 30}) {
            assertEquals(secondsToNext(), seconds);
        }
        thrown = null;
        assertEquals(secondsToNext(), 30);
        thrown = new IOException("again");
        assertEquals(secondsToNext(), 10);
        assertEquals(secondsToNext(), 1);
    }

    /** Connecting fails often while a server is down. */
    public void refreshIsSoonButNotMoreOftenThanTheShortestInterval() {
        resolution.step();
        for (int i = 0; i < 100; i++) {
            resolution.refresh();
        }
        assertEquals(secondsToNext(), MIN.toSeconds());
        clock.addAndGet(Duration.ofSeconds(3).toNanos());
        int before = lookups.get();
        resolution.refresh();
        resolution.step();
        assertEquals(lookups.get(), before + 1);
        assertEquals(secondsToNext(), 10);
    }

    public void nothingIsDeliveredAfterTheEnd() throws Exception {
        PollingResolution ended = new PollingResolution(
                "test",
                () -> {
                    resolution.close();
                    return new PollingResolver.Answer(SERVERS, validFor);
                },
                MIN,
                MAX,
                answers,
                clock::get);
        resolution = ended;
        ended.step();
        assertEquals(answers.waiting(), 0);
        assertEquals(ended.step(), DaemonLoop.UNTIL_WOKEN);
    }

    /** The end does not wait for a lookup that hangs, and ends it. */
    public void closingInterruptsALookup() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Resolver.Resolution started = PollingResolver.of("hanging", () -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.complete(true);
                        throw e;
                    }
                    throw new AssertionError();
                })
                .start(answers);
        assertTrue(begun.await(Await.LONG.toSeconds(), TimeUnit.SECONDS));
        started.close();
        assertTrue(interrupted.get(Await.LONG.toSeconds(), TimeUnit.SECONDS));
        assertEquals(answers.waiting(), 0);
    }

    public void boundsOfIntervals() {
        PollingResolver resolver = PollingResolver.of("x", this::lookUp);
        Duration shortest = Duration.ofMillis(10);
        Duration day = Duration.ofDays(1);
        expectThrows(IllegalArgumentException.class, () -> resolver.withIntervals(shortest.minusMillis(1), day));
        expectThrows(IllegalArgumentException.class, () -> resolver.withIntervals(shortest.plusMillis(1), shortest));
        expectThrows(IllegalArgumentException.class, () -> resolver.withIntervals(shortest, day.plusMillis(1)));
        resolver.withIntervals(shortest, shortest);
        resolver.withIntervals(day, day);
        expectThrows(IllegalArgumentException.class, () -> PollingResolver.of(" ", this::lookUp));
    }
}
