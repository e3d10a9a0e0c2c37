package io.grizzlythrift.bench.matrix;

import static org.testng.Assert.assertEquals;

import java.time.Duration;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The estimate of the remaining time is based on the measurements so far. */
public final class ProgressTest {
    private static final Duration PLAN = Duration.ofSeconds(5);

    /** At first, the overhead is a guess; then it is the mean of the measurements so far. */
    @Test
    public void learnsFromWhatIsDone() {
        Progress progress = new Progress(4, PLAN.multipliedBy(4));
        assertEquals(progress.toString(), "[0/4, 26 s left]");
        progress.done(PLAN, Duration.ofSeconds(8));
        assertEquals(progress.toString(), "[1/4, 24 s left]");
        progress.done(PLAN, Duration.ofSeconds(6));
        assertEquals(progress.toString(), "[2/4, 14 s left]");
        progress.done(PLAN, Duration.ofSeconds(6));
        progress.done(PLAN, Duration.ofSeconds(6));
        assertEquals(progress.toString(), "[4/4, 0 s left]");
    }

    @DataProvider
    static Object[][] times() {
        return new Object[][] {
            {Duration.ZERO, "0 s"},
            {Duration.ofMillis(59_400), "59 s"},
            {Duration.ofSeconds(60), "1 min 0 s"},
            {Duration.ofSeconds(3_599), "59 min 59 s"},
            {Duration.ofSeconds(3_600 + 300), "1 h 5 min"},
        };
    }

    /** Times are shown with at most two units. */
    @Test(dataProvider = "times")
    public void writesTimesForPeople(Duration time, String text) {
        assertEquals(Progress.text(time), text);
    }
}
