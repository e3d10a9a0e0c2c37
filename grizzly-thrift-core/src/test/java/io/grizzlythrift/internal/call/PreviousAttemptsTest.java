package io.grizzlythrift.internal.call;

import static org.testng.Assert.assertEquals;

import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests values of the header, which any peer may send. */
public final class PreviousAttemptsTest {
    @DataProvider
    static Object[][] values() {
        return new Object[][] {
            {"1", 1},
            {"2", 2},
            {"007", 7},
            {"1000", 1000},
            {"1001", 1000},
            {"9".repeat(10_000), 1000},
            {"0", 0},
            {"", 0},
            {"-1", 0},
            {"1.5", 0},
            {" 1", 0},
            {"one", 0},
            {"1x", 0},
            {"\u0661", 0}
        };
    }

    @Test(dataProvider = "values")
    public void ofAHeader(String value, int attempts) {
        assertEquals(PreviousAttempts.of(Optional.of(value)), attempts);
    }

    @Test
    public void withoutHeader() {
        assertEquals(PreviousAttempts.of(Optional.empty()), 0);
    }
}
