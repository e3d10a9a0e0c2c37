package io.grizzlythrift.strategy.internal.queue;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class RunDelayTest {
    /** Texts of schedstat, and the second number; -1 if there is none. */
    @DataProvider
    Object[][] texts() {
        return new Object[][] {
            {"1293729 751010 3\n", 751_010L},
            {"0 0 0\n", 0L},
            {"1 9223372036854775807", Long.MAX_VALUE},
            {"17 5", 5L},
            {"17 ", -1L},
            {"17", -1L},
            {"", -1L},
            {"17 x 3", -1L}
        };
    }

    @Test(dataProvider = "texts")
    public void readsTheSecondNumber(String text, long number) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertEquals(ThreadRunDelay.secondNumber(bytes, bytes.length, -1), number);
        assertEquals(ThreadRunDelay.secondNumber(bytes, 0, 8), 8, "an empty file");
    }

    @Test
    public void isNeverNegative() {
        try (RunDelay delay = RunDelay.ofCurrentThread()) {
            delay.refresh(0);
            for (int i = 1; i <= 100; i++) {
                long since = delay.since(i);
                assertTrue(since >= 0, "delay: " + since);
            }
        }
    }

    @Test
    public void aClosedOneStealsNothing() {
        RunDelay delay = RunDelay.ofCurrentThread();
        delay.refresh(0);
        delay.close();
        delay.close();
        assertTrue(delay.since(1) >= 0);
    }
}
