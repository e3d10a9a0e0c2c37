package io.grizzlythrift.bench.chaos;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.chaos.child.ClientReport;
import java.util.List;
import org.testng.annotations.Test;

/** The load of each server over time. */
public final class LoadByServerTest {
    /** Four slots per second: server 2 has no load from 0.5 s to 1.5 s. The second client ends early. */
    private final LoadByServer load = new LoadByServer(
            List.of(
                    new ClientReport(
                            List.of(),
                            List.of(
                                    List.of(0, 10, 10),
                                    List.of(0, 10, 10),
                                    List.of(0, 20, 0),
                                    List.of(0, 20, 0),
                                    List.of(0, 20, 0),
                                    List.of(0, 18, 2),
                                    List.of(0, 10, 10),
                                    List.of(0, 10, 10))),
                    new ClientReport(List.of(), List.of(List.of(0, 1, 0)))),
            2);

    /** Replies are summed over all clients, by second. */
    @Test
    public void addsUpSeconds() {
        assertEquals(load.perSecond(), List.of(List.of(61, 20), List.of(58, 22)));
    }

    /** With two servers, half of an even share is a quarter of all calls; two slots are evaluated together. */
    @Test
    public void findsWhenLoadIsBack() {
        assertEquals(load.secondsToHalfShare(2, 0.0).orElseThrow(), 0.5);
        assertEquals(load.secondsToHalfShare(2, 0.5).orElseThrow(), 1.25, "from the slot at 1.25 s");
        assertEquals(load.secondsToHalfShare(2, 0.6).orElseThrow(), 1.15, 1e-9);
        assertTrue(load.secondsToHalfShare(2, 1.8).isEmpty(), "no two slots are left");
    }
}
