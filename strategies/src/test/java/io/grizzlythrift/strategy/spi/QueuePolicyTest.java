package io.grizzlythrift.strategy.spi;

import static org.testng.Assert.assertEquals;

import java.util.Optional;
import org.testng.annotations.Test;

/** Tests the places that priorities leave to higher ones. */
public final class QueuePolicyTest {
    private static final int PLENTY = 1_000;
    private static final int LOWEST = CallBatch.PRIORITIES - 1;

    @Test
    void withoutPrioritiesNothingIsReserved() {
        assertEquals(QueuePolicy.FIFO.reservedFrom(LOWEST, PLENTY), 0);
        assertEquals(new QueuePolicy(true, Optional.empty()).reservedFrom(0, PLENTY), 0);
        assertEquals(
                new QueuePolicy(true, Optional.empty()).reservedFrom(LOWEST, Integer.MAX_VALUE), Integer.MAX_VALUE / 4);
    }
}
