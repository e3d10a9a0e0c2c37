package io.grizzlythrift.call;

import static org.testng.Assert.assertEquals;

import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the values of the header that sets a priority. */
public final class CallPriorityTest {
    @Test
    void numbers() {
        for (CallPriority priority : CallPriority.values()) {
            assertEquals(CallPriority.ofHeader(priority.headerValue()), Optional.of(priority));
        }
        assertEquals(CallPriority.HIGH_IMPORTANT.headerValue(), "0");
        assertEquals(CallPriority.BEST_EFFORT.headerValue(), "4");
    }

    @DataProvider
    Object[] invalid() {
        return new Object[] {"", "5", "-1", "00", " 1", "HIGH", "/", ":", "\u0661"};
    }

    @Test(dataProvider = "invalid")
    void anythingElseIsNone(String value) {
        assertEquals(CallPriority.ofHeader(value), Optional.empty());
    }
}
