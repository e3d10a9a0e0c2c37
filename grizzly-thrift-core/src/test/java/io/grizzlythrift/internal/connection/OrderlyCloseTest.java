package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** Tests how much is read from a peer that does not stop sending. */
@Test
public final class OrderlyCloseTest {
    public void noMoreThanTheSocketMayHold() {
        assertEquals(OrderlyClose.lastReads(0, 64 * 1024), 2, "of a closed socket");
        assertEquals(OrderlyClose.lastReads(64 * 1024 - 1, 64 * 1024), 2);
        assertEquals(OrderlyClose.lastReads(1024 * 1024, 64 * 1024), 18);
        assertEquals(OrderlyClose.lastReads(1024 * 1024, 16 * 1024), 66);
        assertEquals(OrderlyClose.lastReads(Integer.MAX_VALUE, 16 * 1024), OrderlyClose.MAX_LAST_READS);
    }
}
