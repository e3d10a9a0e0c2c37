package io.grizzlythrift.strategy.internal.util;

import static org.testng.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** Tests that limited log lines are written once per second, with the number of suppressed ones. */
public class LogLimiterTest {
    @Test
    void oneLineASecondWithTheNumberOfTheOthers() {
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
        LogLimiter limiter = new LogLimiter(clock::get);
        List<Long> lines = new ArrayList<>();
        limiter.log(lines::add);
        limiter.log(lines::add);
        limiter.log(lines::add);
        assertEquals(lines, List.of(0L));
        clock.addAndGet(TimeUnit.SECONDS.toNanos(1) - 1);
        limiter.log(lines::add);
        assertEquals(lines, List.of(0L));
        clock.incrementAndGet();
        limiter.log(lines::add);
        assertEquals(lines, List.of(0L, 3L));
        clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        limiter.log(lines::add);
        assertEquals(lines, List.of(0L, 3L, 0L), "each suppressed line is reported once");
        assertEquals(LogLimiter.suffix(0), "");
        assertEquals(LogLimiter.suffix(3), " (and 3 more in the last second)");
    }

    @Test
    void aBurstThenOneLineASecond() {
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
        LogLimiter limiter = new LogLimiter(clock::get, 3);
        List<Long> lines = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            limiter.log(lines::add);
        }
        assertEquals(lines, List.of(0L, 0L, 0L));
        clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        limiter.log(lines::add);
        limiter.log(lines::add);
        assertEquals(lines, List.of(0L, 0L, 0L, 2L));
        clock.addAndGet(TimeUnit.SECONDS.toNanos(100));
        for (int i = 0; i < 5; i++) {
            limiter.log(lines::add);
        }
        assertEquals(lines, List.of(0L, 0L, 0L, 2L, 1L, 0L, 0L));
    }

    /** Such as a logger that cannot open a file for lack of file descriptors. */
    @Test
    void loggerThatFailsEndsOnlyItsLine() {
        AtomicLong clock = new AtomicLong();
        LogLimiter limiter = new LogLimiter(clock::get);
        limiter.log(count -> {
            throw new NoClassDefFoundError("not found");
        });
        clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        List<Long> lines = new ArrayList<>();
        limiter.log(lines::add);
        assertEquals(lines, List.of(1L));
    }
}
