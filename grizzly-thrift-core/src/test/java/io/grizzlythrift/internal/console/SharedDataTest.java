package io.grizzlythrift.internal.console;

import static org.testng.Assert.assertEquals;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public final class SharedDataTest {
    @Test
    void isMadeOnceForAWhile() {
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10); // and wraps around
        AtomicInteger made = new AtomicInteger();
        SharedData data = new SharedData(() -> new byte[made.incrementAndGet()], Duration.ofNanos(100), clock::get);
        assertEquals(data.get().length, 1);
        clock.addAndGet(99);
        assertEquals(data.get().length, 1);
        clock.addAndGet(1);
        assertEquals(data.get().length, 2);
        assertEquals(data.get().length, 2);
    }
}
