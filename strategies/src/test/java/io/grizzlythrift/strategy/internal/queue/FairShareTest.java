package io.grizzlythrift.strategy.internal.queue;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** Tests how many queue places a flow may take. */
public class FairShareTest {
    @Test
    public void sharesOfThePlaces() {
        assertEquals(FairShare.share(90, 1_000, 0), 80);
        assertEquals(FairShare.share(10, 1_000, 80), 0);
        assertEquals(FairShare.share(10, 1_000, 0), 9);
        assertEquals(FairShare.share(1, 1, 0), 1, "the last place");
        assertEquals(FairShare.share(0, 1, 0), 0);
        for (int max = 1; max <= 8; max++) {
            assertEquals(FairShare.share(max, 100, 0), max, "one connection may take all of a few places");
        }
        for (int free = 0; free < 100; free++) { // as if call by call
            for (int own = 0; own < 100; own++) {
                int admitted = 0;
                while (admitted < free && own + admitted + 1 <= 8 * (free - admitted)) {
                    admitted++;
                }
                assertEquals(FairShare.share(free, 1_000, own), admitted, free + " free, " + own + " in flight");
            }
        }
    }
}
