package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** When a warm-up ends, by invented compilers. */
public final class WarmUpTest {
    private static final long BUSY = 500_000_000;
    private static final long QUIET = 1_000_000;

    @DataProvider
    static Object[][] compilers() {
        return new Object[][] {
            {"6s", List.of(BUSY, BUSY, BUSY, QUIET), "4s"},
            {"6s", List.of(QUIET, QUIET), "2s"},
            {"6s", List.of(QUIET, BUSY, QUIET), "3s"},
            {"3s", List.of(BUSY, BUSY, BUSY), "3s"},
            {"0.2s", List.of(BUSY), "0.2s"},
            {"2.5s", List.of(BUSY, BUSY, BUSY), "2.5s"},
            {"0s", List.of(), "0s"},
        };
    }

    /** It ends after a quiet second, not within the first two, and at the latest after its longest time. */
    @Test(dataProvider = "compilers")
    public void endsWhenTheCompilersAreQuiet(String most, List<Long> nanosPerStep, String expected)
            throws InterruptedException {
        Queue<Long> readings = new ArrayDeque<>(nanosPerStep);
        Duration[] passed = {Duration.ZERO};
        WarmUp warmUp = new WarmUp(duration(most), readings::remove, step -> passed[0] = passed[0].plus(step));
        assertEquals(warmUp.await(), duration(expected));
        assertEquals(passed[0], duration(expected));
    }

    private static Duration duration(String text) {
        return Duration.parse("PT" + text);
    }
}
